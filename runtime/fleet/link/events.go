package link

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// eachEvent hands on the data of the events of a stream, until there are no more or
// the function says that it has enough.
func eachEvent(from io.Reader, handle func(data []byte) (more bool)) error {
	lines := bufio.NewReader(from)
	var data []byte
	for {
		line, err := lines.ReadBytes('\n')
		field, ended := bytes.TrimRight(line, "\r\n"), err == io.EOF
		if err != nil && !ended {
			return fmt.Errorf("the stream of messages breaks off: %w", err)
		}
		if text, ok := bytes.CutPrefix(field, []byte("data:")); ok {
			if data != nil {
				data = append(data, '\n')
			}
			data = append(data, bytes.TrimPrefix(text, []byte(" "))...)
		}
		if len(data) > MaxMessage {
			return fmt.Errorf("a message is longer than %d bytes", MaxMessage)
		}
		if (len(field) == 0 || ended) && len(data) > 0 {
			if !handle(data) {
				return nil
			}
			data = nil
		}
		if ended {
			return nil
		}
	}
}
