package enrich

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/sextant-mcp/sextant/gen/llm"
	"github.com/sextant-mcp/sextant/gen/source"
)

// Asker is a model. [llm.Client] is one.
type Asker interface {
	Chat(ctx context.Context, req llm.Request) (*llm.Reply, error)
	// Model is what is written down as the origin of its phrasings.
	Model() string
}

// maxRounds is how often a capability's missing phrasings are asked for.
const maxRounds = 3

// Options adjust a run.
type Options struct {
	// N is how many generated examples each capability shall have.
	N int
	// Only restricts the run to these ids; nil is all.
	Only []string
	// Concurrency is how many capabilities are asked for at a time, at least 1.
	Concurrency int
	// Save keeps the document after each capability; nil keeps it in memory
	// only. It is called by one goroutine at a time.
	Save func(data []byte) error
	// Progress is told how many of the capabilities are done; nil is fine.
	Progress func(done, total int)
}

// Outcome is what came of one capability.
type Outcome struct {
	ID string
	// Had is how many generated examples there were, Want how many there shall
	// be.
	Had, Want int
	Added     []string
	// Dropped counts the phrasings that were not kept, by reason.
	Dropped map[Reason]int
	// Err is why nothing more came; nil when the model was asked as often as it
	// may be and answered.
	Err error
}

// Short reports whether phrasings are still missing.
func (o *Outcome) Short() bool { return o.Had+len(o.Added) < o.Want }

// Plan returns what a run would do: an outcome for each capability that lacks
// phrasings, in the order of the file, with nothing added. An id in only that
// the document has not is an error that wraps ErrUnknown.
func Plan(doc *Document, n int, only []string) ([]Outcome, error) {
	for _, id := range only {
		if _, ok := doc.index[id]; !ok {
			return nil, fmt.Errorf("%s: %w: %s", doc.path, ErrUnknown, id)
		}
	}
	var out []Outcome
	for i := range doc.entries {
		id := doc.entries[i].ID
		had := len(doc.generated(i))
		if had < n && (only == nil || slices.Contains(only, id)) {
			out = append(out, Outcome{ID: id, Had: had, Want: n, Dropped: map[Reason]int{}})
		}
	}
	return out, nil
}

// Prompt is the first prompt that a run would send for a capability.
func Prompt(ctx context.Context, doc *Document, id string, n int) (llm.Request, error) {
	r := &run{doc: doc, opt: Options{N: n}}
	plan, err := Plan(doc, n, []string{id})
	if err != nil {
		return llm.Request{}, err
	}
	if r.judge, err = newJudge(ctx, doc); err != nil {
		return llm.Request{}, err
	}
	missing := n
	if len(plan) > 0 {
		missing -= plan[0].Had
	}
	return r.brief(id, missing, 0).request(), nil
}

// run is one run at work.
type run struct {
	doc   *Document
	model Asker
	opt   Options

	mu    sync.Mutex // over all of the below, and doc
	judge *judge
	done  int
	total int
}

// Run asks for what is missing and adds it to doc. The outcomes are in the order
// of the file. One capability's failure leaves the others alone; the error is
// for what ends the whole run: the context, a file that can't be saved, an
// endpoint that refuses everybody. What was added before is kept even then.
func Run(ctx context.Context, model Asker, doc *Document, opt Options) ([]Outcome, error) {
	outcomes, err := Plan(doc, opt.N, opt.Only)
	if err != nil || len(outcomes) == 0 {
		return nil, err
	}
	r := &run{doc: doc, model: model, opt: opt, total: len(outcomes)}
	if r.judge, err = newJudge(ctx, doc); err != nil {
		return nil, err
	}
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(opt.Concurrency, 1))
	for i := range outcomes {
		group.Go(func() error { return r.one(inner, &outcomes[i]) })
	}
	if err := group.Wait(); err != nil {
		return outcomes, err
	}
	return outcomes, ctx.Err()
}

// one brings one capability up to the wanted number.
func (r *run) one(ctx context.Context, o *Outcome) error {
	for round := 0; round < maxRounds && o.Short(); round++ {
		if err := ctx.Err(); err != nil {
			o.Err = err
			break
		}
		// Nothing that another request could mend.
		if o.Err = r.ask(ctx, o, round); o.Err != nil && !errors.Is(o.Err, ErrAnswer) {
			break
		}
	}
	if !o.Short() {
		o.Err = nil // an earlier round may have failed
	}
	if err := r.keep(o); err != nil {
		return err
	}
	if errors.Is(o.Err, context.Canceled) || llm.Lasting(o.Err) {
		return o.Err
	}
	return nil
}

// ask asks once and judges the answer.
func (r *run) ask(ctx context.Context, o *Outcome, round int) error {
	missing := o.Want - o.Had - len(o.Added)
	r.mu.Lock()
	req := r.brief(o.ID, missing+missing/4+1, round).request() // some will be dropped
	r.mu.Unlock()
	reply, err := r.model.Chat(ctx, req)
	if err != nil {
		return err
	}
	list, err := phrasings(reply.Text)
	if err != nil {
		if reply.Truncated {
			err = fmt.Errorf("%w; it was cut off: ask for fewer with -n", err)
		}
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	c := r.capability(o.ID)
	for _, phrase := range list {
		if !o.Short() {
			break
		}
		kept, why := r.judge.take(c, phrase)
		if why != "" {
			o.Dropped[why]++
			continue
		}
		o.Added = append(o.Added, kept)
	}
	return nil
}

// keep adds what came to the document and saves it.
func (r *run) keep(o *Outcome) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var phrases []Phrase
	for _, text := range o.Added {
		phrases = append(phrases, Phrase{Text: text, Origin: r.model.Model()})
	}
	if err := r.doc.Add(o.ID, phrases); err != nil {
		return err
	}
	if len(phrases) > 0 && r.opt.Save != nil {
		if err := r.opt.Save(r.doc.Bytes()); err != nil {
			return err
		}
	}
	r.done++
	if r.opt.Progress != nil {
		r.opt.Progress(r.done, r.total)
	}
	return nil
}

// brief collects what a prompt needs; r.mu is held.
func (r *run) brief(id string, want, round int) brief {
	c := r.capability(id)
	b := brief{c: c, want: want, round: round, taken: append(r.doc.rejected(r.doc.index[id]), r.judge.kept(id)...)}
	for _, s := range r.judge.siblings(c, maxSiblings) {
		b.siblings = append(b.siblings, r.capability(s))
	}
	return b
}

func (r *run) capability(id string) *source.Capability { return &r.doc.entries[r.doc.index[id]] }
