package fleettest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// behaviours are the servers by name.
var behaviours = map[string]func(*wire){
	Plain: func(w *wire) { newHost(w, "plain").run() },
	Twice: func(w *wire) { w.times = 2; newHost(w, "twice").run() },
	Dies: func(w *wire) {
		h := newHost(w, "dies")
		h.call = func(*host, json.RawMessage, string, json.RawMessage) {
			fmt.Fprintln(os.Stderr, "fatal: out of cheese")
			os.Exit(3)
		}
		h.run()
	},
	Fragile: func(w *wire) {
		h := newHost(w, "fragile")
		h.tools = append(h.tools,
			json.RawMessage(`{"name":"crash","description":"Crash the server.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`),
			json.RawMessage(`{"name":"process_id","description":"Tell the id of the process.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`))
		h.call = func(h *host, id json.RawMessage, name string, params json.RawMessage) {
			switch name {
			case "crash":
				os.Exit(4)
			case "process_id":
				h.answer(id, text(strconv.Itoa(os.Getpid())))
			default:
				plainCall(h, id, name, params)
			}
		}
		h.run()
	},
	Hangs: func(w *wire) {
		signal.Ignore(syscall.SIGTERM)
		newHost(w, "hangs").run()
		time.Sleep(time.Hour)
	},
	Noisy: func(w *wire) {
		noise := []byte(strings.Repeat("all is well, and here is much of it ", 100) + "\n")
		go func() {
			for range 4000 {
				if _, err := os.Stderr.Write(noise); err != nil {
					return
				}
			}
		}()
		newHost(w, "noisy").run()
	},
	Deaf: func(w *wire) {
		h := newHost(w, "deaf")
		for {
			m, ok := h.read()
			if !ok {
				return
			}
			h.take(m)
			if m.Method == "tools/list" {
				time.Sleep(time.Hour)
			}
		}
	},
	Silent: func(w *wire) {
		for {
			if _, ok := w.read(); !ok {
				return
			}
		}
	},
	Absent: func(*wire) {
		fmt.Fprintln(os.Stderr, "cannot find the licence")
		os.Exit(1)
	},
	Late: func(w *wire) {
		ms, err := strconv.Atoi(os.Getenv("LATE"))
		if err != nil {
			panic(err)
		}
		time.Sleep(time.Duration(ms) * time.Millisecond)
		newHost(w, "late").run()
	},
	Long: func(w *wire) {
		h := newHost(w, "long")
		h.call = func(_ *host, id json.RawMessage, _ string, _ json.RawMessage) {
			h.answer(id, text(strings.Repeat("x", 40<<20)))
		}
		h.run()
	},
	Family: func(w *wire) {
		heir := exec.Command("sleep", "600")
		heir.Stdout, heir.Stderr = os.Stdout, os.Stderr
		if err := heir.Start(); err != nil {
			panic(err)
		}
		h := newHost(w, "family")
		h.tools = append(h.tools, json.RawMessage(`{"name":"heir","description":"Tell the process id of the heir.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`))
		h.call = func(h *host, id json.RawMessage, name string, params json.RawMessage) {
			if name == "heir" {
				h.answer(id, text(strconv.Itoa(heir.Process.Pid)))
				return
			}
			os.Exit(0)
		}
		h.run()
	},
	Replay: func(w *wire) {
		if err := replay(w, os.Getenv("LIST")); err != nil {
			panic(err)
		}
	},
	Exact: func(w *wire) {
		h := newHost(w, "exact")
		for {
			m, ok := h.read()
			switch {
			case !ok:
				return
			case m.Method == "tools/list":
				h.writeRaw(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"weigh_letters","description":"Weigh letters.","inputSchema":%s,"outputSchema":%s,"annotations":{"readOnlyHint":true}}]}}`, m.ID, ExactInput, ExactOutput))
			default:
				h.take(m)
			}
		}
	},
	Rival: func(w *wire) {
		h := newHost(w, "rival")
		h.tools = []json.RawMessage{json.RawMessage(`{"name":"show_picture","description":"Display a painting of the gallery.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`)}
		h.call = func(h *host, id json.RawMessage, _ string, _ json.RawMessage) { h.answer(id, text("from the rival")) }
		h.run()
	},
	Drips: func(w *wire) {
		h := newHost(w, "drips")
		h.other = func(m message) bool {
			if m.Method != "tools/list" {
				return false
			}
			for {
				if _, err := os.Stdout.WriteString(" "); err != nil {
					os.Exit(0)
				}
				time.Sleep(20 * time.Millisecond)
			}
		}
		h.run()
	},
	Garbled: func(w *wire) {
		h := newHost(w, "garbled")
		h.other = func(m message) bool {
			switch m.Method {
			case "tools/list":
				h.writeRaw([]byte(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"tools":[` + string(Reader("hum", "Hum a tune.")) +
					`,{"name":"gar` + "\xff" + `ble","description":"Garble.","inputSchema":{"type":"object"}}]}}`))
			case "tools/call":
				h.writeRaw([]byte(`{"jsonrpc":"2.0","id":` + string(m.ID) + `,"result":{"content":[{"type":"text","text":"a ` + "\xc3\x28 \xff" + ` b"}],"structuredContent":{"k` + "\xfe" + `":1}}}`))
			default:
				return false
			}
			return true
		}
		h.run()
	},
	Babbles: func(w *wire) {
		h := newHost(w, "babbles")
		h.tools = []json.RawMessage{Reader("babble", "Babble on.")}
		h.call = func(h *host, id json.RawMessage, _ string, _ json.RawMessage) {
			for i := range 20000 {
				h.notify("notifications/message", map[string]any{"level": "info", "data": fmt.Sprint("and ", i)})
			}
			h.answer(id, text("enough"))
		}
		h.run()
	},
	Withdraws: func(w *wire) {
		h := newHost(w, "withdraws")
		h.tools = []json.RawMessage{Reader("wonder", "Wonder about a colour.")}
		h.call = func(h *host, id json.RawMessage, _ string, _ json.RawMessage) {
			const question = `"question-7"`
			h.write(message{ID: json.RawMessage(question), Method: "elicitation/create", Params: json.RawMessage(`{"mode":"form","message":"Which colour?","requestedSchema":{"type":"object","properties":{}}}`)})
			time.Sleep(100 * time.Millisecond) // for the client to think
			h.notify("notifications/cancelled", map[string]any{"requestId": json.RawMessage(question)})
			h.answer(id, text("never mind"))
		}
		h.run()
	},
	Endless:  func(w *wire) { listing(w, endless) },
	Circular: func(w *wire) { listing(w, func(json.RawMessage) any { return page(PlainTools()[:1], `"again"`) }) },
	Odd:      func(w *wire) { listing(w, odd) },
	Broken:   func(w *wire) { listing(w, broken) },
	Flood:    flood,
	Pesters:  pester,
	scripted: follow,
}

func listing(w *wire, list func(json.RawMessage) any) {
	h := newHost(w, "listing")
	h.list = list
	h.run()
}

func page(tools []json.RawMessage, next string) any {
	out := map[string]any{"tools": tools}
	if next != "" {
		out["nextCursor"] = json.RawMessage(next)
	}
	return out
}

func endless(cursor json.RawMessage) any {
	n, _ := strconv.Atoi(string(bytes.Trim(cursor, `"`))) // the first page has none
	name := fmt.Sprintf(`{"name":"tool_%d","inputSchema":{"type":"object"}}`, n)
	return page([]json.RawMessage{json.RawMessage(name)}, fmt.Sprintf(`"%d"`, n+1))
}

// odd lists three pages, with the cursors "" and 2.
func odd(cursor json.RawMessage) any {
	all := PlainTools()
	switch string(cursor) {
	case "":
		return page(all[:1], `""`)
	case `""`:
		return page(all[1:2], `2`)
	default:
		return page(all[2:3], "")
	}
}

// broken lists one tool that can be used among many that can't.
func broken(json.RawMessage) any {
	tools := PlainTools()[:1]
	for _, tool := range []string{
		`{"inputSchema":{"type":"object"}}`, `{"name":"","inputSchema":{}}`, `{"name":7}`, `[]`, `null`, `"tool"`,
		`{"name":"` + strings.Repeat("n", 129) + `","inputSchema":{"type":"object"}}`,
		`{"name":"deep","inputSchema":` + strings.Repeat(`{"properties":`, 40) + `{}` + strings.Repeat(`}`, 40) + `}`,
		`{"name":"list","inputSchema":[]}`,
		`{"name":"large","description":"` + strings.Repeat("x", 5<<20) + `"}`,
		`{"name":"echo_number","description":"again"}`,
	} {
		tools = append(tools, json.RawMessage(tool))
	}
	return page(tools, "")
}

// flood sends notices in a loop.
func flood(w *wire) {
	h := newHost(w, "flood")
	h.tools = append(h.tools, json.RawMessage(`{"name":"flood","description":"Flood the client with notices.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`))
	h.call = func(h *host, id json.RawMessage, name string, params json.RawMessage) {
		if name != "flood" {
			plainCall(h, id, name, params)
			return
		}
		h.mu.Lock()
		h.tools = append(h.tools, json.RawMessage(`{"name":"float_boat","description":"Float a boat on the flood.","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}`))
		h.mu.Unlock()
		for range 200 {
			h.notify("notifications/tools/list_changed", map[string]any{})
		}
		h.answer(id, text("flooded"))
	}
	h.run()
}
