package outcome

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
)

// sound is the content of a file with so many keys, changed a few times over.
func sound(t *testing.T, keys int) (content []byte, values Values) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.db")
	r := newRewards(t, runtime.RewardOptions{})
	s := open(t, "bolt:"+path, Options{Rewards: r})
	for round := range 3 {
		for i := range keys {
			r.Record(key(fmt.Sprintf("capability_%d", i)), float64((i+round)%2), noon)
		}
		flush(t, s)
	}
	values = entries(t, s)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content, values
}

// survive opens a damaged file: it has what it had, or it is set aside with a
// message, and in any case the store works.
func survive(t *testing.T, content []byte, want Values) (aside bool) {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "r.db")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	r := newRewards(t, runtime.RewardOptions{})
	s, err := Open(t.Context(), "bolt:"+path, Options{Rewards: r, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatalf("not opened: %v", err)
	}
	kept := all(r)
	r.Record(key("another"), 1, noon)
	flush(t, s)
	st := s.Status()
	if err := s.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if st.SetAside != "" {
		old, err := os.ReadFile(path + ".corrupt-1")
		if err != nil || !bytes.Equal(old, content) || len(kept) > 0 || !strings.Contains(log.String(), path+".corrupt-1") {
			t.Errorf("set aside as %s with %d kept, log %s: %v", st.SetAside, len(kept), log.String(), err)
		}
		return true
	}
	if strings.Contains(log.String(), "may be missing") {
		return false // a head is gone, which is said: the transaction before the last is all there is
	}
	wantSame(t, "after the damage", kept, want)
	return false
}

func TestTruncation(t *testing.T) {
	content, want := sound(t, 400)
	random := rand.New(rand.NewPCG(1, 2))
	aside := 0
	cuts := []int{0, 1, 19, 20, 100, 4095, 4096, 8192, len(content) - 1}
	for range 60 {
		cuts = append(cuts, random.IntN(len(content)))
	}
	for _, n := range cuts {
		if survive(t, content[:n], want) {
			aside++
		}
	}
	t.Logf("%d of %d set aside", aside, len(cuts))
	if aside == 0 {
		t.Error("no file was set aside")
	}
}

func TestBitFlips(t *testing.T) {
	content, want := sound(t, 400)
	random := rand.New(rand.NewPCG(3, 4))
	aside := 0
	const flips = 120
	for range flips {
		broken := bytes.Clone(content)
		broken[random.IntN(len(broken))] ^= 1 << random.IntN(8)
		if survive(t, broken, want) {
			aside++
		}
	}
	t.Logf("%d of %d set aside", aside, flips)
	if aside == 0 {
		t.Error("no file was set aside")
	}
}

// Who wants what is there hears of damage, and the file stays for whoever can mend it.
func TestDamagedFileThatIsWanted(t *testing.T) {
	content, want := sound(t, 40)
	path := filepath.Join(t.TempDir(), "r.db")
	for _, n := range []int{0, 9000, len(content)} {
		if err := os.WriteFile(path, content[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := Open(t.Context(), "bolt:"+path, Options{Existing: true})
		if n == len(content) {
			if err != nil {
				t.Fatal(err) // the lock was let go
			}
			wantSame(t, "whole", entries(t, s), want)
			if err := s.Close(t.Context()); err != nil {
				t.Error(err)
			}
			continue
		}
		if !errors.Is(err, errDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
		if left, err := os.ReadFile(path); err != nil || !bytes.Equal(left, content[:n]) {
			t.Errorf("cut to %d bytes, %d are left: %v", n, len(left), err)
		}
	}
}

// The structure is checked before anything trusts it: whatever is in the pages,
// the check ends and says so.
func FuzzCheckPages(f *testing.F) {
	path := filepath.Join(f.TempDir(), "r.db")
	if err := create(path); err != nil {
		f.Fatal(err)
	}
	content, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(16), []byte{1})
	f.Add(uint32(3*4096), bytes.Repeat([]byte{0xFF}, 64))
	f.Fuzz(func(t *testing.T, at uint32, patch []byte) {
		broken := bytes.Clone(content)
		copy(broken[int(at)%len(broken):], patch)
		file := filepath.Join(t.TempDir(), "r.db")
		if err := os.WriteFile(file, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := checkPages(file); err != nil {
			if !errors.Is(err, errDamaged) && !errors.Is(err, errForeign) && !errors.Is(err, io.EOF) {
				t.Fatal(err)
			}
			return
		}
		db, _, err := read(file)
		if err == nil {
			err = db.Close()
		}
		if err != nil && !errors.Is(err, errDamaged) && !errors.Is(err, errForeign) && !strings.Contains(err.Error(), "layout") {
			t.Fatal(err)
		}
	})
}
