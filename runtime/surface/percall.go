package surface

import (
	"context"
	"log/slog"
)

// PerCall is a logger for what the library logs of each request. It is for those
// who look for a fault: it is written at the level below the usual one, for at that
// it costs every call more than the routing does.
func PerCall(log *slog.Logger) *slog.Logger { return slog.New(debugging{log.Handler()}) }

// debugging passes on what is said for information as what helps to find faults.
type debugging struct{ slog.Handler }

// Enabled implements slog.Handler.
func (d debugging) Enabled(ctx context.Context, level slog.Level) bool {
	return d.Handler.Enabled(ctx, lowered(level))
}

// Handle implements slog.Handler.
func (d debugging) Handle(ctx context.Context, r slog.Record) error {
	r.Level = lowered(r.Level)
	return d.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (d debugging) WithAttrs(attrs []slog.Attr) slog.Handler {
	return debugging{d.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (d debugging) WithGroup(name string) slog.Handler { return debugging{d.Handler.WithGroup(name)} }

func lowered(level slog.Level) slog.Level {
	if level == slog.LevelInfo {
		return slog.LevelDebug
	}
	return level
}
