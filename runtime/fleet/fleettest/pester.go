package fleettest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"sync"
)

// pester asks the client far more than it can answer at once.
func pester(w *wire) {
	const many = 1000
	refused, err := strconv.Atoi(os.Getenv("REFUSED"))
	if err != nil {
		panic(err)
	}
	h := newHost(w, "pesters")
	h.tools = []json.RawMessage{Reader("pester", "Pester the client with questions.")}
	h.call = func(h *host, id json.RawMessage, _ string, _ json.RawMessage) {
		var done, early sync.WaitGroup
		var mu sync.Mutex
		counts := map[string]int{}
		early.Add(refused + many)
		for i := range many {
			done.Go(func() {
				answer := h.ask(fmt.Sprint("question-", i), "elicitation/create", map[string]any{"mode": "form", "message": "Well?", "requestedSchema": map[string]any{"type": "object", "properties": map[string]any{}}})
				mu.Lock()
				defer mu.Unlock()
				if !bytes.Contains(answer, []byte("too many questions")) {
					counts["answered"]++
					return
				}
				if counts["refused"]++; counts["refused"] <= refused {
					early.Done()
				}
			})
			done.Go(func() {
				h.ask(fmt.Sprint("ping-", i), "ping", map[string]any{})
				mu.Lock()
				defer mu.Unlock()
				counts["pings"]++
				early.Done()
			})
		}
		early.Wait()
		h.notify("notifications/message", map[string]any{"level": "info", "data": "all that are not open are answered"})
		done.Wait()
		h.answer(id, text(fmt.Sprintf("%d answered, %d refused, %d pings", counts["answered"], counts["refused"], counts["pings"])))
	}
	h.run()
}
