package skills

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"sort"
)

// A cursor names the list that it belongs to and the last key of the page
// before, so that it keeps its place when the list changes. It is opaque to
// clients: a checksum tells those that were made up.

// cursorSum is how many bytes of checksum a cursor begins with.
const cursorSum = 6

func checksum(list, key string) []byte {
	sum := sha256.Sum256([]byte(list + "\x00" + key))
	return sum[:cursorSum]
}

func cursorAfter(list, key string) string {
	return base64.RawURLEncoding.EncodeToString(append(checksum(list, key), key...))
}

// readCursor returns the key that a cursor comes after.
func readCursor(list, cursor string) (key string, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(raw) < cursorSum || string(checksum(list, string(raw[cursorSum:]))) != string(raw[:cursorSum]) {
		return "", errors.New("the cursor is none that this list gave out; begin again without one")
	}
	return string(raw[cursorSum:]), nil
}

// page cuts the page behind a cursor out of a list that is sorted by its keys.
// next is "" on the last page.
func page[T any](list string, all []T, key func(T) string, cursor string, size int) (some []T, next string, err error) {
	from := 0
	if cursor != "" {
		after, err := readCursor(list, cursor)
		if err != nil {
			return nil, "", err
		}
		from = sort.Search(len(all), func(i int) bool { return key(all[i]) > after })
	}
	to := min(from+size, len(all))
	if to < len(all) {
		next = cursorAfter(list, key(all[to-1]))
	}
	return all[from:to], next, nil
}
