package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far long work is, on a terminal only and only once the
// work has taken a while. Work of several phases counts anew in each.
type progress struct {
	w      io.Writer
	phases []string
	at     int // the phase
	n      int // done in it
	bar    *progressbar.ProgressBar
	start  time.Time
}

// progressDelay is how long work may take before a bar appears.
const progressDelay = 500 * time.Millisecond

// buildPhases are those of compiling a surface.
var buildPhases = []string{"indexing", "learning"}

func newProgress(w io.Writer, phases ...string) *progress {
	p := &progress{phases: phases, start: time.Now()}
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.w = w
	}
	return p
}

// set says that n of total are done. A count that falls begins the next phase.
func (p *progress) set(n, total int) {
	if n < p.n && p.at < len(p.phases)-1 {
		p.done()
		p.at++
	}
	p.n = n
	if p.w == nil || p.bar == nil && time.Since(p.start) < progressDelay {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(total, progressbar.OptionSetWriter(p.w),
			progressbar.OptionSetDescription(p.phases[p.at]), progressbar.OptionClearOnFinish())
	}
	_ = p.bar.Set(n) // a bar that can't be drawn is no reason to stop
}

func (p *progress) done() {
	if p.bar != nil {
		_ = p.bar.Finish()
		p.bar = nil
	}
}
