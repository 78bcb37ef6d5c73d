package surface

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// graceTime is how long calls that are under way may take to end when the
// server stops.
const graceTime = 5 * time.Second

// Listen opens an address for an HTTP endpoint. An address without a host, such
// as ":8765", is on this machine only: serving others is a decision that the
// address has to show.
func Listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w; give host:port, such as 127.0.0.1:8765", addr, err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	ln, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return nil, fmt.Errorf("address %q can't be served: %w", addr, err)
	}
	return ln, nil
}

// Serve serves the endpoint until the context ends. Calls that are under way may
// finish, streams that wait for nothing but notifications are closed. It closes
// the listener and the endpoint, and returns nil after an orderly end.
func (h *HTTP) Serve(ctx context.Context, ln net.Listener) error {
	requests, endRequests := context.WithCancel(context.WithoutCancel(ctx))
	defer endRequests()
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		BaseContext:       func(net.Listener) context.Context { return requests },
	}
	failed := make(chan error, 1)
	go func() { failed <- srv.Serve(ln) }()
	select {
	case err := <-failed:
		h.Close()
		return fmt.Errorf("serving %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	h.Close()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTime)
	defer cancel()
	err := srv.Shutdown(grace)
	if errors.Is(err, context.DeadlineExceeded) {
		endRequests()
		err = srv.Close()
	}
	<-failed
	return err
}

// Close ends the sessions and whatever runs in the background. Requests that
// come later are still answered.
func (h *HTTP) Close() {
	h.end()
	if err := h.stream.Shutdown(context.Background()); err != nil {
		h.surface.opt.Log.Warn("closing sessions", "error", err)
	}
}
