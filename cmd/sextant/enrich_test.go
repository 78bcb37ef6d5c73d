package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/peterbourgon/ff/v3/ffcli"
)

// enrichFile writes descriptors of two capabilities.
func enrichFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.json")
	data := `{"capabilities": [{"id": "a", "one_line": "Fetches things."}, {"id": "b", "one_line": "Sums up cutlery."}]}`
	if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// command runs one of the commands against a server.
func command(ctx context.Context, make func(streams) *ffcli.Command, handler http.HandlerFunc, args ...string) (stdout, stderr string, err error) {
	srv := httptest.NewServer(handler)
	defer srv.Close()
	var out, errs bytes.Buffer
	err = make(streams{&out, &errs}).ParseAndRun(ctx, append(args, "-base-url", srv.URL, "-model", "m", "-retries", "0"))
	return out.String(), errs.String(), err
}

const ladder = `{"choices":[{"message":{"content":"[\"bring the ladder\"]"}}]}`

// The ends of a run are told apart: all there, some missing, unusable,
// interrupted with something to keep.
func TestEnrichEnds(t *testing.T) {
	only := []string{"-only", "a", "-n", "1", "-concurrency", "1"}
	for name, tt := range map[string]struct {
		handler http.HandlerFunc
		args    []string
		want    error // nil, errFindings, or any other
		other   string
	}{
		"fine":     {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, ladder) }, only, nil, ""},
		"short":    {func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, ladder) }, []string{"-only", "a", "-n", "2"}, errFindings, ""},
		"unusable": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, only, nil, "403 Forbidden"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := command(context.Background(), enrichCommand, tt.handler, append(tt.args, "-cpd", enrichFile(t))...)
			switch {
			case tt.other != "":
				if err == nil || errors.Is(err, errFindings) || !strings.Contains(err.Error(), tt.other) {
					t.Errorf("error %v, want %q", err, tt.other)
				}
			case !errors.Is(err, tt.want):
				t.Errorf("error %v, want %v", err, tt.want)
			}
		})
	}
}

// An interrupt says what became of the work so far; the file holds it.
func TestEnrichInterrupted(t *testing.T) {
	for name, tt := range map[string]struct {
		at   string // the capability at which it comes
		want error
		kept bool
	}{
		"at once": {"a", context.Canceled, false},
		"later":   {"b", errKept, true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			path := enrichFile(t)
			_, _, err := command(ctx, enrichCommand, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if strings.Contains(string(body), `The tool: `+tt.at+`\n`) {
					cancel()
					<-r.Context().Done()
					return
				}
				io.WriteString(w, ladder)
			}, "-cpd", path, "-n", "1", "-concurrency", "1")
			if !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			data, readErr := os.ReadFile(path)
			if readErr != nil || strings.Contains(string(data), "bring the ladder") != tt.kept {
				t.Errorf("the file holds\n%s\n%v", data, readErr)
			}
		})
	}
}

// An endpoint that never answers costs one request's time, no more.
func TestEnrichSlow(t *testing.T) {
	_, stderr, err := command(context.Background(), enrichCommand, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}, "-cpd", enrichFile(t), "-n", "1", "-only", "a", "-timeout", "50ms")
	if !errors.Is(err, errFindings) || !strings.Contains(stderr, "does not answer within 50ms") {
		t.Errorf("error %v, stderr %q", err, stderr)
	}
}

// A file that somebody changes while the model is asked is not written over.
func TestEnrichChangedMeanwhile(t *testing.T) {
	path := enrichFile(t)
	_, _, err := command(context.Background(), enrichCommand, func(w http.ResponseWriter, _ *http.Request) {
		if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
			t.Error(err)
		}
		io.WriteString(w, ladder)
	}, "-cpd", path, "-n", "1", "-only", "a")
	if err == nil || !strings.Contains(err.Error(), "changed by somebody else") {
		t.Errorf("error %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "mine" {
		t.Errorf("the file holds %q", data)
	}
}

// An interrupted arena prints no half report.
func TestArenaInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	corpus := filepath.Join(t.TempDir(), "turns.jsonl")
	if err := os.WriteFile(corpus, []byte(`{"intent": "fetch it", "gold": ["a"]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	stdout, _, err := command(ctx, arenaCommand, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	}, "-cpd", enrichFile(t), "-corpus", corpus)
	if !errors.Is(err, context.Canceled) || stdout != "" {
		t.Errorf("error %v, stdout %q", err, stdout)
	}
}
