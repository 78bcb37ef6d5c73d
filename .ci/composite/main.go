// Command composite runs a composite action the way a forge's runner does: its
// run steps one after the other, each in the shell that it names, with the
// inputs put in, the runner's variables set and its command files read. The
// workflow commands among the output are shown as the annotations they make.
//
//	composite -action docs/ci -workspace DIR [-with NAME=VALUE]...
//
// Other actions that a step uses can't run here. Those that only provide a
// program (see provides) are replaced by the one that is installed; any other is
// an error. So is an expression that this program does not know: what it can't
// run it does not skip.
//
// Exit code: that of the first step that fails; 2 when the action can't be run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v4"
)

// action is what an action.yml says.
type action struct {
	Name   string
	Inputs map[string]struct {
		Default  string
		Required bool
	}
	Runs struct {
		Using string
		Steps []step
	}
}

type step struct {
	ID, Name, Uses, Run, Shell, If string
	With                           map[string]string
	Env                            map[string]string
	WorkingDirectory               string `yaml:"working-directory"`
}

func main() {
	r := runner{with: map[string]string{}, env: map[string]string{}}
	flag.StringVar(&r.actionDir, "action", ".", "`folder` of the action.yml")
	flag.StringVar(&r.workspace, "workspace", ".", "`folder` that the workflow has checked out")
	flag.Func("with", "`NAME=VALUE` of an input", func(s string) error {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return errors.New("want NAME=VALUE")
		}
		r.with[name] = value
		return nil
	})
	flag.Parse()
	err := r.run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		fmt.Println("the step ended with exit code", exit.ExitCode())
		os.Exit(exit.ExitCode())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "composite:", err)
		os.Exit(2)
	}
}

// load reads the action and checks the inputs.
func (r *runner) load() (*action, error) {
	path := filepath.Join(r.actionDir, "action.yml")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var a action
	if err := yaml.Load(data, &a); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		return nil, fmt.Errorf("%s: no composite action with steps", path)
	}
	for name := range r.with {
		if _, ok := a.Inputs[name]; !ok {
			return nil, fmt.Errorf("%s has no input %q", path, name)
		}
	}
	for name, input := range a.Inputs {
		if _, given := r.with[name]; given {
			continue
		}
		if input.Required {
			return nil, fmt.Errorf("%s: the input %q is required", path, name)
		}
		r.with[name] = input.Default
	}
	return &a, nil
}
