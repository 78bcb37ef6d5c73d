//go:build !unix

package link

import "os/exec"

// Where there are no process groups, the process itself is all that is ended.

func ownGroup(*exec.Cmd) {}

func askGroup(cmd *exec.Cmd) { killGroup(cmd) }

func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() } // it may be gone already
