package outcome

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	goruntime "runtime"
)

// DefaultFile is where "bolt" keeps its file: rewards.db in DefaultFolder.
func DefaultFile() (string, error) {
	folder, err := DefaultFolder()
	if err != nil {
		return "", fmt.Errorf("%w; name a file with bolt:FILE", err)
	}
	return filepath.Join(folder, "rewards.db"), nil
}

// DefaultFolder is the user's folder for state: sextant in $XDG_STATE_HOME, else in
// ~/.local/state; on macOS in ~/Library/Application Support, on Windows in
// %LocalAppData%.
func DefaultFolder() (string, error) {
	folder, err := stateFolder(goruntime.GOOS, os.Getenv)
	if err != nil {
		return "", fmt.Errorf("no folder for state: %w", err)
	}
	return filepath.Join(folder, "sextant"), nil
}

func stateFolder(system string, env func(string) string) (string, error) {
	if system == "windows" {
		if folder := env("LocalAppData"); folder != "" {
			return folder, nil
		}
		return "", errors.New("%LocalAppData% is not set")
	}
	// A relative path is to be passed over, by the XDG base directory specification.
	if folder := env("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	home := env("HOME")
	if home == "" {
		return "", errors.New("neither $XDG_STATE_HOME nor $HOME is set")
	}
	if system == "darwin" {
		return filepath.Join(home, "Library", "Application Support"), nil
	}
	return filepath.Join(home, ".local", "state"), nil
}
