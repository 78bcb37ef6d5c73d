package fleettest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
)

// Shifting lists the tools of the tools/list answer in the file that the variable
// LIST names, as the file is whenever it is asked. When it is called after the
// file has changed, it says that its list has. It fails to start while there is no
// file.
const Shifting = "shifting"

func init() { behaviours[Shifting] = shifting }

// Behave serves on the process's standard streams as a server with a behaviour
// does, for commands that tests start by name.
func Behave(behaviour string) {
	serve, ok := behaviours[behaviour]
	if !ok {
		fmt.Fprintf(os.Stderr, "no behaviour %q\n", behaviour)
		os.Exit(2)
	}
	serve(newWire(os.Stdin, os.Stdout))
}

func shifting(w *wire) {
	path := os.Getenv("LIST")
	last, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, "no list for the holder of", os.Getenv("SHIFTING_TOKEN"))
		os.Exit(1)
	}
	h := newHost(w, "shifting")
	h.list = func(json.RawMessage) any {
		raw, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		h.mu.Lock()
		last = raw
		h.mu.Unlock()
		return json.RawMessage(raw)
	}
	h.call = func(h *host, id json.RawMessage, name string, params json.RawMessage) {
		h.answer(id, text(name+" did it: "+string(params)))
		raw, err := os.ReadFile(path)
		h.mu.Lock()
		defer h.mu.Unlock()
		if err == nil && !bytes.Equal(raw, last) {
			h.notify("notifications/tools/list_changed", map[string]any{})
		}
	}
	h.run()
}
