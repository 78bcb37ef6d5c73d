package outcome

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// connect makes the connection. Once made it comes back by itself.
func (b *bucketStore) connect() error {
	b.mu.Lock()
	conn := b.conn
	b.mu.Unlock()
	if conn != nil && !conn.IsClosed() {
		return nil
	}
	options, err := b.options()
	if err != nil {
		return err
	}
	if conn, err = nats.Connect(strings.Join(b.spec.servers, ","), options...); err != nil {
		if errors.Is(err, nats.ErrAuthorization) {
			return fmt.Errorf("the servers refuse the credentials: %w", err)
		}
		return fmt.Errorf("connecting: %w", err)
	}
	b.mu.Lock()
	b.conn = conn
	b.mu.Unlock()
	return nil
}

func (b *bucketStore) options() ([]nats.Option, error) {
	s := b.spec
	options := []nats.Option{
		nats.Name("sextant rewards"),
		nats.Timeout(answerTime),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, 500*time.Millisecond),
		nats.IgnoreAuthErrorAbort(), // credentials may be renewed while it runs
		nats.ReconnectBufSize(-1),   // what can't be sent stays in the queue, where it is coalesced
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { b.unlinked(err) }),
		nats.ReconnectHandler(func(*nats.Conn) { b.again() }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			b.opt.Log.Debug("rewards", "store", b.spec, "error", err)
		}),
	}
	switch {
	case s.token != "":
		options = append(options, nats.Token(s.token))
	case s.hasPassword:
		options = append(options, nats.UserInfo(s.user, s.password))
	}
	for _, file := range []string{s.creds, s.ca, s.certificate, s.key} {
		if file == "" {
			continue
		}
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%w: %w", errSettings, err)
		}
	}
	if s.creds != "" {
		options = append(options, nats.UserCredentials(s.creds))
	}
	if s.secure {
		options = append(options, nats.Secure())
	}
	if s.ca != "" {
		options = append(options, nats.RootCAs(s.ca))
	}
	if s.certificate != "" {
		options = append(options, nats.ClientCert(s.certificate, s.key))
	}
	return options, nil
}

// find finds the bucket, and makes it when there is none.
func (b *bucketStore) find() (found bucket, err error) {
	b.mu.Lock()
	conn := b.conn
	b.mu.Unlock()
	js, err := jetstream.New(conn)
	if err != nil {
		return found, err
	}
	ctx, cancel := context.WithTimeout(b.over, answerTime)
	defer cancel()
	found.kv, err = js.KeyValue(ctx, b.spec.bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		if b.opt.Existing {
			return found, ErrNotFound
		}
		found.kv, err = b.create(ctx, js)
	}
	if err != nil {
		return found, fmt.Errorf("bucket %s: %w", b.spec.bucket, err)
	}
	if found.stream, err = js.Stream(ctx, "KV_"+b.spec.bucket); err != nil {
		return found, fmt.Errorf("bucket %s: %w", b.spec.bucket, err)
	}
	found.created = found.stream.CachedInfo().Created
	return found, nil
}

// create makes the bucket. Another replica may be first.
func (b *bucketStore) create(ctx context.Context, js jetstream.JetStream) (jetstream.KeyValue, error) {
	kv, err := js.CreateKeyValue(ctx, jetstream.KeyValueConfig{
		Bucket: b.spec.bucket, Description: "Rewards of Sextant: what outcomes taught, by scope, verb and capability",
		History: 1, Storage: jetstream.FileStorage, Replicas: b.spec.replicas, MaxValueSize: 64 << 10,
	})
	if errors.Is(err, jetstream.ErrBucketExists) {
		return js.KeyValue(ctx, b.spec.bucket)
	}
	return kv, err
}
