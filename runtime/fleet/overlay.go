package fleet

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"sync"
	"time"

	"github.com/sextant-mcp/sextant/gen/catalog"
	"github.com/sextant-mcp/sextant/gen/source"
	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// OverlayOptions adjust an overlay. The zero value serves the fleet alone.
type OverlayOptions struct {
	// Compiled are the sources that the surface has beside the fleet. A
	// descriptor in them whose server and tool are those of a mounted one is
	// taken for that tool: its verbs, examples and policy count, and the live
	// schema.
	Compiled catalog.Input
	// Skills are asked for whenever a list of some server has changed: the skills
	// to rank beside the tools. nil is none.
	Skills func(ctx context.Context) []source.Skill
	// Reserved are names that no tool of the fleet gets.
	Reserved []string
	// Dispatch adjusts the dispatcher. The fleet's servers are registered with
	// its Upstreams.
	Dispatch dispatch.Options
	// Prepare is given every router before it is served, to make what depends on
	// it, and returns the one to serve: the same, or one that shows less. nil
	// serves all. With an error the last router stays.
	Prepare func(r *runtime.Router, upstreams *dispatch.Upstreams) (*runtime.Router, error)
	// LexicalOnly leaves out what is learned of descriptions.
	LexicalOnly bool
}

// Overlay is the live surface of a fleet: a dispatcher that always serves what
// the servers list. Close it before the fleet.
type Overlay struct {
	fleet      *Fleet
	opt        OverlayOptions
	names      *names
	upstreams  *dispatch.Upstreams
	dispatcher *dispatch.Dispatcher
	end        context.CancelFunc
	work       sync.WaitGroup

	digest string // of the content that is served; follow's alone

	mu       sync.Mutex
	learned  bool     // of the router that is served
	builds   int      // how many contents were compiled
	problems []string // what could not be compiled
	entries  map[string]json.RawMessage
}

// NewOverlay compiles what the servers list by now and goes on as they change.
// The context bounds the first compilation only.
func NewOverlay(ctx context.Context, f *Fleet, opt OverlayOptions) (*Overlay, error) {
	o := &Overlay{
		fleet: f, opt: opt, upstreams: opt.Dispatch.Upstreams,
		names: newNames(f.opt.NameLimit, reserved(f, opt)...).hold(chosen(f, opt)...),
	}
	if o.upstreams == nil {
		o.upstreams = dispatch.NewUpstreams()
	}
	for _, m := range f.mounts {
		o.upstreams.Register(m.server.Name, upstream{m})
	}
	o.upstreams.Register(SelfName, &self{f, o.names.all, o.Problems})
	opt.Dispatch.Upstreams = o.upstreams
	if opt.Dispatch.Unavailable == nil {
		opt.Dispatch.Unavailable = f.Unavailable
	}
	if opt.Dispatch.Absent == nil {
		opt.Dispatch.Absent = f.absent
	}
	changed, stop := f.Changes()                        // from before the lists are read
	now := content{tools: f.gather(), read: f.listed()} // skills join later: reading them may take a while
	router, err := o.compile(ctx, now, true)
	if err != nil {
		stop()
		return nil, err
	}
	if o.dispatcher, err = dispatch.New(router, opt.Dispatch); err != nil {
		stop()
		return nil, err
	}
	o.digest = now.digest()
	if opt.Skills != nil {
		f.watch.change()
	}
	var life context.Context
	life, o.end = context.WithCancel(context.Background())
	o.work.Go(func() {
		defer stop()
		o.follow(life, now, changed)
	})
	return o, nil
}

// reserved are the names of the verbs, of the surface's own tools and of what is
// compiled in.
func reserved(f *Fleet, opt OverlayOptions) []string {
	out := append([]string{}, opt.Reserved...)
	for _, v := range runtime.Verbs {
		out = append(out, v.String())
	}
	out = append(out, StatusTool, ReadResultTool, "load_tools", "unload_tools", "find_tools")
	for _, c := range opt.Compiled.Descriptors {
		if f.byName[c.Server] == nil {
			out = append(out, c.ID)
		}
	}
	for _, s := range opt.Compiled.Skills {
		out = append(out, s.Name)
	}
	return out
}

// chosen are the names that descriptors have for tools of the fleet's servers.
func chosen(f *Fleet, opt OverlayOptions) (out []string) {
	for _, c := range opt.Compiled.Descriptors {
		if f.byName[c.Server] != nil {
			out = append(out, c.ID)
		}
	}
	return out
}

// Dispatcher returns the dispatcher that serves the overlay.
func (o *Overlay) Dispatcher() *dispatch.Dispatcher { return o.dispatcher }

// Names returns who is behind each name that was given out.
func (o *Overlay) Names() map[string]Origin { return o.names.all() }

// Entry is the entry of a tool in its server's list, as it was written, by the
// name that clients know it by.
func (o *Overlay) Entry(name string) (json.RawMessage, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	raw, ok := o.entries[name]
	return raw, ok
}

// Builds is how many contents of the surface were compiled, the first included.
func (o *Overlay) Builds() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.builds
}

// Learned tells whether the surface that is served also ranks by what was learned
// of the descriptions. For some seconds after a change it ranks by words alone,
// and is not as good at telling what it does not serve.
func (o *Overlay) Learned() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.learned
}

// Problems say which tools could not be compiled.
func (o *Overlay) Problems() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]string{}, o.problems...)
}

// Close stops following the fleet. The dispatcher goes on as it is.
func (o *Overlay) Close() {
	o.end()
	o.work.Wait()
}

// follow compiles the surface whenever the content of the servers' lists has
// changed: at once by words alone, then with what can be learned, which takes
// seconds on large fleets and is given up when the content changes meanwhile.
func (o *Overlay) follow(ctx context.Context, now content, changed <-chan struct{}) {
	learning := o.learn(ctx, now)
	defer func() { learning.stop() }()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
		o.calmDown(ctx, changed) // other servers may be about to be ready
		now = o.gather(ctx)
		sum := now.digest()
		if ctx.Err() != nil || sum == o.digest {
			continue
		}
		learning.stop()
		o.serve(ctx, now, true)
		o.digest = sum
		learning = o.learn(ctx, now)
	}
}

// calmDown waits until nothing has changed for a moment, so that many servers that
// become ready one after the other cost one compilation. Where that takes a while,
// servers that are still being started are waited for as long again, but nobody has
// to wait for the last of them.
func (o *Overlay) calmDown(ctx context.Context, changed <-chan struct{}) {
	begun := time.Now()
	for ctx.Err() == nil {
		wait(ctx, calm)
		more := false
		select {
		case <-changed:
			more = true
		default:
		}
		tools, starting := o.fleet.count()
		worth := min(time.Duration(tools)*compileTime, longestCalm)
		if took := time.Since(begun); took >= longestCalm || !more && (!starting || took >= worth) {
			return
		}
	}
}

const (
	// longestCalm is how long those that are there wait for more to come.
	longestCalm = time.Second
	// compileTime is about what compiling takes for each tool.
	compileTime = 500 * time.Microsecond
	// learnAfter is how long servers that are being started are waited for before
	// the descriptions are learned, which takes all that the machine has.
	learnAfter = 10 * time.Second
)

// learning is a compilation in the background.
type learning struct {
	cancel context.CancelFunc
	done   chan struct{}
}

func (l *learning) stop() {
	l.cancel()
	<-l.done
}

func (o *Overlay) learn(ctx context.Context, now content) *learning {
	l := &learning{done: make(chan struct{})}
	ctx, l.cancel = context.WithCancel(ctx)
	go func() {
		defer close(l.done)
		if !o.opt.LexicalOnly {
			o.fleet.Settle(ctx, learnAfter)
			wait(ctx, 2*calm) // what is new by now is compiled first, and ends this
			if ctx.Err() != nil {
				return
			}
			o.serve(ctx, now, false)
			debug.FreeOSMemory() // learning takes many times what it leaves
		}
	}()
	return l
}

func wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// serve compiles the tools and swaps the result in.
func (o *Overlay) serve(ctx context.Context, now content, quick bool) {
	router, err := o.compile(ctx, now, quick)
	switch {
	case ctx.Err() != nil:
	case err != nil:
		o.fleet.opt.Log.Error("the surface can't be compiled; the last one stays", "error", err)
	default:
		if err := o.dispatcher.Swap(router); err != nil {
			o.fleet.opt.Log.Error("the surface can't be served; the last one stays", "error", err)
			return
		}
		o.mu.Lock()
		o.learned = !quick
		o.mu.Unlock()
	}
}
