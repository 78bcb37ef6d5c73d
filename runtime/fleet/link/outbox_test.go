package link

import (
	"bytes"
	"io"
	"os"
	"testing"
	"time"
)

// What the other side does not take at once is written later, in order; that this
// took a while does not harm what comes after it.
func TestOutbox(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(out, in)
	const patience = 50 * time.Millisecond
	box := &outbox{to: in, patience: patience, stuck: func(err error) { t.Error(err) }}
	large := append(bytes.Repeat([]byte("x"), 1<<20), '\n')
	if n, err := box.Write(large); n != len(large) || err != nil {
		t.Fatal(n, err)
	}
	if _, err := box.Write([]byte("second\n")); err != nil {
		t.Fatal(err)
	}
	read := func(n int) []byte {
		got := make([]byte, n)
		if _, err := io.ReadFull(out, got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	if !bytes.Equal(read(len(large)), large) || string(read(7)) != "second\n" {
		t.Error("the messages are others, or in another order")
	}
	box.wait()
	time.Sleep(2 * patience)
	if _, err := box.Write([]byte("third\n")); err != nil || string(read(6)) != "third\n" {
		t.Error(err)
	}
}

// A pipe that nobody reads is given up after a while, without blocking anybody.
func TestOutboxStuck(t *testing.T) {
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(out, in)
	stuck := make(chan error, 1)
	box := &outbox{to: in, patience: 20 * time.Millisecond, stuck: func(err error) { stuck <- err }}
	if _, err := box.Write(make([]byte, 1<<20)); err != nil {
		t.Fatal(err)
	}
	if err := <-stuck; err == nil {
		t.Error("no reason is given")
	}
	if _, err := box.Write([]byte("x")); err == nil {
		t.Error("messages are still taken")
	}
	box.wait()
}
