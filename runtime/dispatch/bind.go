package dispatch

import "github.com/sextant-mcp/sextant/runtime"

// Bind is how an agent is given a capability.
type Bind = runtime.Bind
