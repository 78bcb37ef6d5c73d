//go:build unix

package link

import (
	"errors"
	"os"
	"syscall"
)

// atOnce writes as much as the other side takes without waiting. A deadline would do
// the same at the price of a timer, for which the runtime wakes a thread.
func atOnce(to *os.File, p []byte) (n int, err error) {
	conn, err := to.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = conn.Write(func(fd uintptr) bool {
		for {
			if n, failed = syscall.Write(int(fd), p); !errors.Is(failed, syscall.EINTR) {
				return true
			}
		}
	})
	if errors.Is(failed, syscall.EAGAIN) {
		return 0, err
	}
	return max(n, 0), errors.Join(err, failed)
}
