package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// provides lists the actions that only bring a program along.
var provides = map[string]string{"actions/setup-go": "go"}

// runner holds what lasts from step to step.
type runner struct {
	actionDir, workspace string
	with                 map[string]string // inputs
	env                  map[string]string // what steps have put into GITHUB_ENV
	path                 []string          // and into GITHUB_PATH
	temp                 string
}

func (r *runner) run() (err error) {
	a, err := r.load()
	if err != nil {
		return err
	}
	for _, dir := range []*string{&r.actionDir, &r.workspace} {
		if *dir, err = filepath.Abs(*dir); err != nil {
			return err
		}
	}
	if r.temp, err = os.MkdirTemp("", "composite"); err != nil {
		return err
	}
	defer os.RemoveAll(r.temp)
	for i, s := range a.Runs.Steps {
		if s.If != "" {
			return fmt.Errorf("step %d: conditions can't be run here: %s", i+1, s.If)
		}
		if s.Uses != "" {
			err = r.use(s)
		} else {
			err = r.shell(s)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// use stands in for an action that brings a program along.
func (r *runner) use(s step) error {
	name, _, _ := strings.Cut(s.Uses, "@")
	program, ok := provides[name]
	if !ok {
		return fmt.Errorf("the action %s can't be run here", s.Uses)
	}
	where, err := exec.LookPath(program)
	if err != nil {
		return fmt.Errorf("%s would bring %s along: %w", s.Uses, program, err)
	}
	fmt.Printf("%s: %s is here already\n", s.Uses, filepath.Base(where))
	return nil
}

// shells are the commands that the shells of the format stand for.
var shells = map[string][]string{
	"bash": {"bash", "--noprofile", "--norc", "-eo", "pipefail"},
	"sh":   {"sh", "-e"},
}

func (r *runner) shell(s step) error {
	command, ok := shells[s.Shell]
	if !ok {
		return fmt.Errorf("a run step of a composite action names its shell; %q is none that this program knows", s.Shell)
	}
	script, err := r.expand(s.Run)
	if err != nil {
		return err
	}
	dir, err := r.expand(s.WorkingDirectory)
	if err != nil {
		return err
	}
	file := filepath.Join(r.temp, "step.sh")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		return err
	}
	files, err := r.commandFiles()
	if err != nil {
		return err
	}
	cmd := exec.Command(command[0], append(slices.Clone(command[1:]), file)...)
	cmd.Dir = filepath.Join(r.workspace, dir)
	if cmd.Env, err = r.environ(s, files); err != nil {
		return err
	}
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	failed := cmd.Run()
	if err := r.show(log.String()); err != nil {
		return err
	}
	if err := r.readCommandFiles(files); err != nil {
		return err
	}
	return failed
}

// commandFiles are the files through which a step speaks to its runner.
func (r *runner) commandFiles() (map[string]string, error) {
	files := map[string]string{}
	for _, name := range []string{"GITHUB_ENV", "GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_STATE"} {
		files[name] = filepath.Join(r.temp, name)
		if err := os.WriteFile(files[name], nil, 0o600); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// readCommandFiles takes over what a step wants the next ones to have.
func (r *runner) readCommandFiles(files map[string]string) error {
	added, err := os.ReadFile(files["GITHUB_PATH"])
	if err != nil {
		return err
	}
	r.path = append(strings.Fields(string(added)), r.path...)
	set, err := os.ReadFile(files["GITHUB_ENV"])
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(set)) {
		name, value, ok := strings.Cut(strings.TrimRight(line, "\n"), "=")
		if !ok {
			return fmt.Errorf("GITHUB_ENV: %q is not NAME=VALUE", line)
		}
		r.env[name] = value
	}
	return nil
}

func (r *runner) environ(s step, files map[string]string) ([]string, error) {
	vars := map[string]string{
		"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": r.workspace, "GITHUB_ACTION_PATH": r.actionDir,
		"RUNNER_TEMP": r.temp, "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
	}
	maps.Copy(vars, files)
	maps.Copy(vars, r.env)
	for name, value := range s.Env {
		expanded, err := r.expand(value)
		if err != nil {
			return nil, err
		}
		vars[name] = expanded
	}
	if len(r.path) > 0 {
		vars["PATH"] = strings.Join(append(slices.Clone(r.path), os.Getenv("PATH")), string(os.PathListSeparator))
	}
	env := os.Environ()
	for name, value := range vars {
		env = append(env, name+"="+value)
	}
	return env, nil
}

var expression = regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`)

// expand puts in what expressions stand for.
func (r *runner) expand(text string) (string, error) {
	var unknown error
	out := expression.ReplaceAllStringFunc(text, func(match string) string {
		name := expression.FindStringSubmatch(match)[1]
		if input, ok := strings.CutPrefix(name, "inputs."); ok {
			if value, ok := r.with[input]; ok {
				return value
			}
		}
		switch name {
		case "github.action_path":
			return r.actionDir
		case "github.workspace":
			return r.workspace
		case "runner.temp":
			return r.temp
		}
		unknown = fmt.Errorf("the expression %q is none that this program knows", name)
		return ""
	})
	return out, unknown
}
