package fleet_test

import (
	"testing"

	"github.com/sextant-mcp/sextant/runtime/fleet/fleettest"
)

func TestMain(m *testing.M) { fleettest.Main(m, served) }

// served are the servers of these tests that package fleettest does not have.
var served = map[string]fleettest.Serve{}
