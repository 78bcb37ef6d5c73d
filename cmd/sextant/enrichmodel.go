package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/sextant-mcp/sextant/gen/llm"
)

// modelFlags name the model that enrich and arena ask.
type modelFlags struct {
	baseURL, model, keyEnv string
	timeout                time.Duration
	retries                int
}

func (m *modelFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&m.baseURL, "base-url", "", "`URL` of an endpoint for chat completions, such as http://localhost:11434/v1")
	fs.StringVar(&m.model, "model", "", "`name` of the model at that endpoint")
	fs.StringVar(&m.keyEnv, "api-key-env", "", "`name` of the environment variable that holds the key (default no key)")
	fs.DurationVar(&m.timeout, "timeout", llm.DefaultTimeout, "how long one request may take")
	fs.IntVar(&m.retries, "retries", llm.DefaultRetries, "how often a request that fails for the moment is sent again")
}

// client returns the client that the flags describe.
func (m *modelFlags) client() (*llm.Client, error) {
	switch {
	case m.baseURL == "":
		return nil, errors.New("name the endpoint with -base-url, such as http://localhost:11434/v1")
	case m.model == "":
		return nil, errors.New("name the model with -model")
	case m.timeout <= 0:
		return nil, fmt.Errorf("-timeout: %s is no time", m.timeout)
	case m.retries < 0:
		return nil, fmt.Errorf("-retries: %d is less than none", m.retries)
	}
	opt := llm.Options{Timeout: m.timeout, Retries: m.retries}
	if opt.Retries == 0 {
		opt.Retries = -1 // zero is the default there
	}
	if m.keyEnv != "" {
		if opt.Key = os.Getenv(m.keyEnv); opt.Key == "" {
			return nil, fmt.Errorf("-api-key-env: the environment variable %s is empty", m.keyEnv)
		}
	}
	client, err := llm.New(m.baseURL, m.model, opt)
	if err != nil {
		return nil, fmt.Errorf("-base-url, -model: %w", err)
	}
	return client, nil
}
