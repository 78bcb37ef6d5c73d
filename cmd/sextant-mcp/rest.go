package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/sextant-mcp/sextant/runtime/dispatch"
	"github.com/sextant-mcp/sextant/runtime/guard"
	"github.com/sextant-mcp/sextant/runtime/rest"
	"github.com/sextant-mcp/sextant/runtime/surface"
)

// tokenVariable is the environment variable that holds a token; tokensVariable
// names a file of them, which -tokens defaults to.
const (
	tokenVariable  = "SEXTANT_TOKEN"
	tokensVariable = "SEXTANT_TOKENS"
)

// readTokens reads the tokens that callers over HTTP need: those of the file, and
// the one of the environment; nil without either.
func readTokens(file, secret string) (*guard.Tokens, error) {
	var fromFile, fromEnvironment *guard.Tokens
	if file != "" {
		f, err := os.Open(file)
		if err != nil {
			return nil, fmt.Errorf("-tokens: %w", withoutPath(err, file))
		}
		defer f.Close()
		if fromFile, err = guard.ReadTokens(file, f); err != nil {
			return nil, fmt.Errorf("-tokens: %w", err)
		}
	}
	if secret != "" {
		var err error
		if fromEnvironment, err = guard.OneToken("environment", secret); err != nil {
			return nil, fmt.Errorf("$%s: %w", tokenVariable, err)
		}
	}
	tokens, err := fromFile.With(fromEnvironment)
	if err != nil {
		return nil, fmt.Errorf("-tokens and $%s: %w", tokenVariable, err)
	}
	return tokens, nil
}

// withoutPath is the error of a file without the call that failed.
func withoutPath(err error, file string) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return fmt.Errorf("%s: %w", file, failed.Err)
	}
	return err
}

// besides serves the REST twins of a dispatcher's surface beside its MCP
// endpoint, both behind the same tokens.
func besides(d *dispatch.Dispatcher, tokens *guard.Tokens, log *slog.Logger) (surface.HTTPOptions, error) {
	api, err := rest.New(d, rest.Options{Version: version(), Tokens: tokens, Log: log})
	if err != nil {
		return surface.HTTPOptions{}, err
	}
	return surface.HTTPOptions{Beside: api, Tokens: tokens}, nil
}
