package outcome

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"os"
)

// checkPages looks at the structure of a bbolt file before bbolt does: every
// page that can be reached is within the file, of a kind that may be there,
// reached once, and free pages are not among them. bbolt maps the file and trusts
// it, so that a damaged one may fault, or loop, where nothing can catch it: its
// own Check is no exception. torn says that one of the two heads is damaged and
// the other one stands.
func checkPages(path string) (torn bool, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	c := pageCheck{file: f, length: info.Size(), seen: map[uint64]bool{0: true, 1: true}}
	if torn, err = c.head(); err != nil {
		return torn, err
	}
	if err := c.tree(c.root, nil, 0); err != nil {
		return torn, err
	}
	return torn, c.free()
}

// The layout of bbolt's files, version 2, in the machine's byte order.
const (
	pageHeader  = 16 // id, flags, count, overflow
	elementSize = 16
	inlineRoot  = 16 // root and sequence of a nested bucket
	metaLength  = 64
	metaSum     = 56
	boltMagic   = 0xED0CDAED

	flagBranch   = 0x01
	flagLeaf     = 0x02
	flagFreelist = 0x10
	flagBucket   = 0x01 // of a leaf's element

	minPage, maxPage = 512, 1 << 16
	maxDepth         = 64
)

var order = binary.NativeEndian

type pageCheck struct {
	file   io.ReaderAt
	length int64
	size   uint64 // of a page

	root, freelist, high uint64 // as the head says
	seen                 map[uint64]bool
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errDamaged, fmt.Sprintf(format, args...))
}

// head finds the newer of the two heads that are whole.
func (c *pageCheck) head() (torn bool, err error) {
	var newest uint64
	whole, magic := 0, false
	for _, at := range c.headPlaces() {
		var raw [metaLength]byte
		if _, err := c.file.ReadAt(raw[:], at); err != nil {
			continue // there is no head at this place
		}
		if order.Uint32(raw[:]) != boltMagic {
			continue
		}
		magic = true
		sum := fnv.New64a()
		_, _ = sum.Write(raw[:metaSum])
		if order.Uint32(raw[4:]) != 2 || sum.Sum64() != order.Uint64(raw[metaSum:]) {
			continue
		}
		whole++
		if tx := order.Uint64(raw[48:]); whole == 1 || tx > newest {
			newest = tx
			c.size = uint64(order.Uint32(raw[8:]))
			c.root, c.freelist, c.high = order.Uint64(raw[16:]), order.Uint64(raw[32:]), order.Uint64(raw[40:])
		}
	}
	switch {
	case !magic && c.length > metaLength:
		return false, errForeign
	case whole == 0:
		return false, damaged("it has no head")
	case c.size < minPage || c.size > maxPage || c.high < 2:
		return false, damaged("its head makes no sense")
	}
	return whole == 1, nil
}

// headPlaces are where heads may be: behind the header of the first page and,
// as the size of pages differs between systems, of the second.
func (c *pageCheck) headPlaces() []int64 {
	places := []int64{pageHeader}
	for size := int64(minPage); size <= maxPage && size+pageHeader+metaLength <= c.length; size *= 2 {
		places = append(places, size+pageHeader)
	}
	return places
}

// page reads a page that nothing else may have led to.
func (c *pageCheck) page(id uint64) (raw []byte, flags, count uint16, err error) {
	if id < 2 || id >= c.high {
		return nil, 0, 0, damaged("page %d does not exist", id)
	}
	var header [pageHeader]byte
	if _, err := c.file.ReadAt(header[:], int64(id*c.size)); err != nil {
		return nil, 0, 0, damaged("page %d is cut off", id)
	}
	overflow := uint64(order.Uint32(header[12:]))
	if order.Uint64(header[:]) != id || id+overflow >= c.high {
		return nil, 0, 0, damaged("page %d is another one", id)
	}
	for p := id; p <= id+overflow; p++ {
		if c.seen[p] {
			return nil, 0, 0, damaged("page %d is used twice", p)
		}
		c.seen[p] = true
	}
	if int64((id+overflow+1)*c.size) > c.length {
		return nil, 0, 0, damaged("page %d is cut off", id)
	}
	raw = make([]byte, (overflow+1)*c.size)
	if _, err := c.file.ReadAt(raw, int64(id*c.size)); err != nil {
		return nil, 0, 0, fmt.Errorf("page %d: %w", id, err)
	}
	return raw, order.Uint16(header[8:]), order.Uint16(header[10:]), nil
}

// tree checks a page and what is below it; least is the first key that may be in
// it.
func (c *pageCheck) tree(id uint64, least []byte, depth int) error {
	if depth > maxDepth {
		return damaged("its tree is too deep")
	}
	raw, flags, count, err := c.page(id)
	if err != nil {
		return err
	}
	switch flags {
	case flagLeaf:
		return c.leaf(raw, int(count), least, depth)
	case flagBranch:
		return c.branch(raw, int(count), least, depth)
	}
	return damaged("page %d is of no kind that may be there", id)
}

func (c *pageCheck) branch(raw []byte, count int, least []byte, depth int) error {
	if count == 0 {
		return damaged("a branch without leaves")
	}
	for i := range count {
		at := pageHeader + i*elementSize
		if at+elementSize > len(raw) {
			return damaged("a page has too many elements")
		}
		e := raw[at:]
		key, err := part(raw, at, order.Uint32(e), order.Uint32(e[4:]))
		if err != nil {
			return err
		}
		if i > 0 && string(key) <= string(least) {
			return damaged("keys are out of order")
		}
		least = key
		if err := c.tree(order.Uint64(e[8:]), key, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (c *pageCheck) leaf(raw []byte, count int, least []byte, depth int) error {
	for i := range count {
		at := pageHeader + i*elementSize
		if at+elementSize > len(raw) {
			return damaged("a page has too many elements")
		}
		e := raw[at:]
		key, err := part(raw, at, order.Uint32(e[4:]), order.Uint32(e[8:]))
		if err != nil {
			return err
		}
		value, err := part(raw, at, order.Uint32(e[4:])+order.Uint32(e[8:]), order.Uint32(e[12:]))
		if err != nil {
			return err
		}
		if string(key) < string(least) || i > 0 && string(key) == string(least) {
			return damaged("keys are out of order")
		}
		least = key
		if order.Uint32(e)&flagBucket != 0 {
			if err := c.nested(value, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

// nested checks a bucket in a bucket, which is within the value when it is small.
func (c *pageCheck) nested(value []byte, depth int) error {
	if len(value) < inlineRoot {
		return damaged("a bucket is cut off")
	}
	if root := order.Uint64(value); root != 0 {
		return c.tree(root, nil, depth+1)
	}
	inline := value[inlineRoot:]
	if len(inline) < pageHeader || order.Uint16(inline[8:]) != flagLeaf || order.Uint64(inline) != 0 {
		return damaged("a small bucket makes no sense")
	}
	return c.leaf(inline, int(order.Uint16(inline[10:])), nil, depth+1)
}

// part is a key or a value, which lies so far behind its element.
func part(raw []byte, element int, offset, length uint32) ([]byte, error) {
	from := uint64(element) + uint64(offset)
	if to := from + uint64(length); from <= uint64(len(raw)) && to <= uint64(len(raw)) {
		return raw[from:to], nil
	}
	return nil, damaged("an element reaches out of its page")
}

// free checks that the pages that may be written over hold nothing.
func (c *pageCheck) free() error {
	raw, flags, count, err := c.page(c.freelist)
	if err != nil {
		return err
	}
	ids, n := raw[pageHeader:], uint64(count)
	if count == 0xFFFF && len(ids) >= 8 { // the first id is the count
		n, ids = order.Uint64(ids), ids[8:]
	}
	if flags != flagFreelist || n > uint64(len(ids)/8) {
		return damaged("its list of free pages makes no sense")
	}
	for i := range n {
		id := order.Uint64(ids[8*i:])
		if id < 2 || id >= c.high || c.seen[id] {
			return damaged("page %d is free and in use", id)
		}
		c.seen[id] = true
	}
	return nil
}
