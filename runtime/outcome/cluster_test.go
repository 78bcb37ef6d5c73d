package outcome

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/sextant-mcp/sextant/runtime"
)

// fullVariable has the tests of replicas run at full size: .ci/replicas sets it.
const fullVariable = "SEXTANT_REPLICAS"

// cluster is three servers that replicate to each other.
type cluster struct {
	options [3]server.Options
	servers [3]*server.Server
}

func startCluster(t testing.TB) *cluster {
	t.Helper()
	c := &cluster{}
	var routes []*url.URL
	ports := freePorts(t, 6)
	for i := range 3 {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", ports[i])})
	}
	for i := range c.options {
		c.options[i] = server.Options{
			ServerName: fmt.Sprintf("n%d", i), Port: ports[3+i], StoreDir: t.TempDir(), Routes: routes,
			Cluster: server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: ports[i]},
		}
	}
	var wg sync.WaitGroup
	for i := range c.servers {
		wg.Go(func() { c.start(t, i) })
	}
	wg.Wait()
	until(t, "a leader of the cluster", time.Minute, func() bool {
		return slices.ContainsFunc(c.servers[:], (*server.Server).JetStreamIsLeader)
	})
	return c
}

func (c *cluster) start(t testing.TB, i int) {
	opt := c.options[i]
	c.servers[i] = serve(t, opt)
}

// leader is the server that leads the bucket.
func (c *cluster) leader() int {
	return slices.IndexFunc(c.servers[:], func(s *server.Server) bool {
		return s.Running() && s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, "KV_rewards")
	})
}

func freePorts(t testing.TB, n int) (ports []int) {
	t.Helper()
	for range n {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer ln.Close()
		ports = append(ports, ln.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// wire is a proxy between a replica and a server, which can be cut, or made to
// swallow what the server says.
type wire struct {
	ln     net.Listener
	target func() string
	cut    atomic.Bool // neither lets anything through nor closes
	deaf   atomic.Bool // swallows answers
	wg     sync.WaitGroup

	mu    sync.Mutex
	conns []net.Conn
}

func newWire(t *testing.T, target func() string) *wire {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{ln: ln, target: target}
	w.wg.Go(w.accept)
	t.Cleanup(func() {
		_ = ln.Close()
		w.drop()
		w.wg.Wait()
	})
	return w
}

func (w *wire) accept() {
	for {
		in, err := w.ln.Accept()
		if err != nil {
			return
		}
		if w.cut.Load() {
			_ = in.Close()
			continue
		}
		out, err := net.Dial("tcp", w.target())
		if err != nil {
			_ = in.Close()
			continue
		}
		w.mu.Lock()
		w.conns = append(w.conns, in, out)
		w.mu.Unlock()
		w.wg.Go(func() { w.copy(out, in, nil) })
		w.wg.Go(func() { w.copy(in, out, &w.deaf) })
	}
}

func (w *wire) copy(to, from net.Conn, swallow *atomic.Bool) {
	defer to.Close()
	defer from.Close()
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		for w.cut.Load() && err == nil { // held back as by a network that is down
			time.Sleep(5 * time.Millisecond)
			if _, gone := from.Write(nil); gone != nil {
				return
			}
		}
		if n > 0 && (swallow == nil || !swallow.Load()) {
			if _, err := to.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// drop closes all connections.
func (w *wire) drop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		_ = c.Close()
	}
	w.conns = nil
}

// journal is every batch that was acknowledged, by whichever replica.
type journal struct {
	mu   sync.Mutex
	acks map[runtime.RewardKey][]acknowledgement
}

func (j *journal) add(a acknowledgement) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.acks == nil {
		j.acks = map[runtime.RewardKey][]acknowledgement{}
	}
	j.acks[a.key] = append(j.acks[a.key], a)
}

// replay applies the batches one after another, as the rule says: in the order of
// the revisions that they were applied to, of which each was taken once.
func (j *journal) replay(t *testing.T, r *runtime.Rewards) Values {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	out := Values{}
	for k, acks := range j.acks {
		slices.SortFunc(acks, func(a, b acknowledgement) int { return cmp.Compare(a.base, b.base) })
		v := unknown
		for i, a := range acks {
			if i > 0 && acks[i-1].base == a.base {
				t.Errorf("%v: two batches on revision %d", k, a.base)
			}
			v = a.batch.apply(r, v)
		}
		out[k] = v
	}
	return out
}

// An answer that is lost does not have a batch applied twice, nor not at all.
func TestLostAnswer(t *testing.T) {
	s := serve(t, server.Options{})
	w := newWire(t, func() string { return s.Addr().String() })
	var log journal
	a, ra := share(t, "nats://"+w.ln.Addr().String()+"/rewards", Options{acknowledged: log.add})
	b, rb := share(t, bucketAt(s), Options{acknowledged: log.add})
	const rounds = 12
	for n := range rounds {
		w.deaf.Store(true)
		ra.Record(key("a"), float64(n%2), noon)
		// It arrives, and the one who sent it does not hear of it.
		until(t, "the message", 10*time.Second, func() bool { v, _ := rb.Value(key("a")); return v.Count > uint64(n)+uint64(n/2) })
		if n%2 == 1 { // another comes on top
			rb.Record(key("a"), 1, noon)
			flush(t, b)
		}
		w.deaf.Store(false)
		w.drop()
		flush(t, a)
	}
	const want = rounds + rounds/2
	for _, r := range []*runtime.Rewards{ra, rb} {
		until(t, "the end", 10*time.Second, func() bool { v, _ := r.Value(key("a")); return v.Count >= want })
	}
	st := a.Status()
	t.Logf("%d outcomes, %d sent again", want, st.Replays)
	wantSame(t, "both", all(ra), all(rb))
	wantSame(t, "a replay", all(ra), log.replay(t, ra))
	if v, _ := ra.Value(key("a")); v.Count != want || st.Doubtful != 0 {
		t.Errorf("%+v, %d doubtful", v, st.Doubtful)
	}
}

// replicas are three that share a bucket of a cluster, each over a wire of its own.
type replicas struct {
	stores  [3]*bucketStore
	rewards [3]*runtime.Rewards
	wires   [3]*wire
	log     journal
}

func (c *cluster) replicas(t *testing.T) *replicas {
	t.Helper()
	r := &replicas{}
	for i := range r.stores {
		// A replica whose server is gone goes to the next one.
		r.wires[i] = newWire(t, func() string {
			for n := range 3 {
				if s := c.servers[(i+n)%3]; s.Running() {
					return s.Addr().String()
				}
			}
			return "127.0.0.1:1"
		})
		spec := "nats://" + r.wires[i].ln.Addr().String() + "/rewards?replicas=3"
		r.stores[i], r.rewards[i] = share(t, spec, Options{acknowledged: r.log.add, Wait: time.Minute})
	}
	return r
}

// record has a replica record outcomes over a time, on keys that all three use.
func (r *replicas) record(i, outcomes int, over time.Duration) {
	began := time.Now()
	for n := range outcomes {
		// x differs by replica, so that the order of batches shows in the result.
		r.rewards[i].Record(key(fmt.Sprintf("capability_%d", n%40)), float64((n/40+i)%3)/2, noon.Add(time.Duration(n)*time.Second))
		if n%50 == 49 {
			time.Sleep(time.Until(began.Add(over * time.Duration(n) / time.Duration(outcomes))))
		}
	}
}

// Three replicas on three servers agree in the end, whatever happens in between: a
// leader is killed and comes back, a replica is cut off and comes back.
func TestReplicas(t *testing.T) {
	outcomes, over, partition := 600, 3*time.Second, time.Second
	if os.Getenv(fullVariable) != "" {
		outcomes, over, partition = 20_000, 40*time.Second, 10*time.Second
	} else if testing.Short() {
		t.Skip("a cluster takes a while to start")
	}
	c := startCluster(t)
	r := c.replicas(t)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() { r.record(i, outcomes, over) })
	}
	until(t, "a leader", time.Minute, func() bool { return c.leader() >= 0 })
	time.Sleep(over / 8)
	killed := c.leader()
	halt(c.servers[killed])
	t.Logf("server %d, the leader, was killed", killed)
	until(t, "another leader", time.Minute, func() bool { return c.leader() >= 0 })
	time.Sleep(over / 8)
	c.start(t, killed)
	until(t, "the return", time.Minute, func() bool { return c.servers[killed].JetStreamIsCurrent() })

	lone := (killed + 1) % 3
	r.wires[lone].cut.Store(true)
	time.Sleep(partition)
	t.Logf("replica %d was cut off for %v, with %d keys waiting", lone, partition, r.stores[lone].Status().Waiting)
	r.wires[lone].cut.Store(false)
	r.wires[lone].drop()
	wg.Wait()
	r.agree(t, outcomes)
}

// agree waits for the end and compares everything.
func (r *replicas) agree(t *testing.T, each int) {
	t.Helper()
	for i, s := range r.stores {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		if err := s.Flush(ctx); err != nil {
			t.Fatalf("replica %d: %v", i, err)
		}
		cancel()
	}
	total := func(i int) uint64 { return outcomes(r.rewards[i]) }
	want := r.log.replay(t, r.rewards[0])
	for i, s := range r.stores {
		reach(t, fmt.Sprintf("outcomes at replica %d", i), func() uint64 { return total(i) }, uint64(3*each))
		wantSame(t, fmt.Sprintf("replica %d and a replay in order", i), all(r.rewards[i]), want)
		wantSame(t, fmt.Sprintf("what replica %d keeps", i), entries(t, s), want)
		st := s.Status()
		t.Logf("replica %d: %d outcomes of %d everywhere, in %d batches and %d messages; %d conflicts, %d replays, %d doubtful, %d dropped",
			i, st.Recorded, total(i), st.Written, st.Writes, st.Conflicts, st.Replays, st.Doubtful, st.Dropped)
		if total(i) != uint64(3*each) || st.Doubtful+st.Dropped > 0 {
			t.Errorf("replica %d knows of %d outcomes", i, total(i))
		}
	}
}
