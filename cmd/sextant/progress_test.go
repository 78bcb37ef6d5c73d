package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// A second phase has its own label, instead of a bar that jumps back.
func TestProgressNamesThePhase(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, "indexing", "learning")
	p.w = &out // as if it were a terminal
	p.start = time.Now().Add(-progressDelay)
	for n := 1; n <= 3; n++ {
		p.set(n, 3)
	}
	before := out.Len()
	for n := 1; n <= 50; n++ {
		p.set(n, 50)
	}
	p.done()
	first, second := out.String()[:before], out.String()[before:]
	if !strings.Contains(first, "indexing") || strings.Contains(first, "learning") || !strings.Contains(second, "learning") {
		t.Errorf("first phase %q\nsecond phase %q", first, second)
	}
}

func TestProgressIsSilentOffTerminals(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, "indexing")
	p.start = time.Now().Add(-progressDelay)
	p.set(1, 2)
	p.done()
	if out.Len() > 0 {
		t.Errorf("it wrote %q", &out)
	}
}
