package main

import (
	"encoding/json"
	"math"
	"net/http"
	"os/exec"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/sextant-mcp/sextant/runtime"
)

// What a call taught is shown with the next one, unless nothing is to be learned.
func TestLearning(t *testing.T) {
	path, err := exec.LookPath("sextant-mcp")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args          []string
		prior, reward float64 // before and after one success
	}{
		{nil, .5, .65},
		{[]string{"-learn=false"}, .5, .5},
		{[]string{"-learn-alpha", "0.5", "-learn-half-life", "720h", "-cache", "16"}, .5, .75},
		{[]string{"-learn-prior", "0.8", "-learn-weight", "0.3"}, .8, .86},
	} {
		client := mcp.NewClient(&mcp.Implementation{Name: "peer", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: exec.Command(path, tt.args...)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []float64{tt.prior, tt.reward} {
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask", Arguments: trials[0].args})
			if err != nil {
				t.Fatal(err)
			}
			raw, err := json.Marshal(res.StructuredContent)
			if err != nil {
				t.Fatal(err)
			}
			var answer struct {
				Executed bool
				Routing  struct {
					Reward float64 `json:"calibrated_outcome_reward"`
				}
			}
			if err := json.Unmarshal(raw, &answer); err != nil || !answer.Executed || math.Abs(answer.Routing.Reward-want) > 1e-6 {
				t.Errorf("%v: reward %v, want %v: %v", tt.args, answer.Routing.Reward, want, err)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The health check tells how often the cache has an answer, where there is one.
func TestCacheInHealth(t *testing.T) {
	for _, cached := range []bool{true, false} {
		args := []string{"-http", "127.0.0.1:0"}
		if cached {
			args = append(args, "-cache", "16")
		}
		s := start(t, args...)
		base, lines := s.greeting(t)
		for range 4 {
			request(t, lines[0])
		}
		_, body := answer(t, http.MethodGet, base+"/healthz", "")
		var health struct {
			Cache *runtime.CacheStats
		}
		if err := json.Unmarshal([]byte(body), &health); err != nil || (health.Cache != nil) != cached {
			t.Fatalf("%s %v", body, err)
		}
		if c := health.Cache; cached && (c.Hits < 3 || c.Misses == 0 || c.Size != 16 || c.HitRate != float64(c.Hits)/float64(c.Hits+c.Misses)) {
			t.Errorf("%+v", *c)
		}
		s.stop(t)
	}
}
