package fleettest

import (
	"os"
	"path/filepath"
	"testing"
)

// RealLists returns the files of the lists of real servers' tools in the folder of
// test data that SEXTANT_DATA names. Without it the test is skipped: the lists are
// other people's and no part of the repository.
func RealLists(t testing.TB) []string {
	t.Helper()
	root := os.Getenv("SEXTANT_DATA")
	if root == "" {
		t.Skip("SEXTANT_DATA names no folder of real tools lists")
	}
	paths, err := filepath.Glob(filepath.Join(root, "fleet", "tools-list", "*.json"))
	if err != nil || len(paths) < 20 {
		t.Fatal(len(paths), err)
	}
	return paths
}
