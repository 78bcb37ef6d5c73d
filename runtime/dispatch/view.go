package dispatch

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/args"
)

// view is the surface as a request sees it, from its beginning to its end.
type view struct {
	*Dispatcher
	router  *runtime.Router
	schemas schemas
	records records
	reader  *args.Reader
	skills  skillFiles
}

func newView(d *Dispatcher, r *runtime.Router) (*view, error) {
	if r == nil {
		return nil, errors.New("dispatch: no router; give runtime.New's or that of a generated package")
	}
	v := &view{Dispatcher: d, router: r, schemas: schemas{router: r}, reader: args.NewReader(r)}
	var err error
	if v.skills, err = readSkillFiles(r); err != nil {
		return nil, fmt.Errorf("dispatch: %w", err)
	}
	return v, nil
}

// Router returns the router that the dispatcher serves now.
func (d *Dispatcher) Router() *runtime.Router { return d.now.Load().router }

// Swap lets the dispatcher serve another router from now on: that of a surface
// whose tools have changed. Requests under way end on the one that they began
// on, and what was previewed can still be executed. Those who Watch are told.
// With an error, nothing has changed.
func (d *Dispatcher) Swap(r *runtime.Router) error {
	v, err := newView(d, r)
	if err != nil {
		return err
	}
	d.now.Store(v)
	d.watch.Lock()
	watchers := slices.Clone(d.watchers)
	d.watch.Unlock()
	for _, tell := range watchers {
		tell()
	}
	return nil
}

// Watch has a function called after every Swap, in the goroutine of the Swap.
func (d *Dispatcher) Watch(tell func()) {
	d.watch.Lock()
	defer d.watch.Unlock()
	d.watchers = append(d.watchers, tell)
}
