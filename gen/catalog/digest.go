package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
)

// Digest names the catalog's content: "sha256:" and 64 hex digits. It is taken
// over the joined model, not over the files, so that neither the order of
// entries nor their formatting changes it.
func (c *Catalog) Digest() string {
	h := sha256.New()
	for _, capability := range c.Capabilities {
		put(h, "capability", capability)
	}
	for _, s := range c.Skills {
		put(h, "skill", s.Name, s.Note)
		for _, f := range s.Files {
			put(h, "file", f.Path, f.Digest)
		}
		for _, r := range s.Routes {
			put(h, "route", r.Verb, r.Intent, r.Gold)
		}
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}

// put writes values as one line of JSON, which no two different lists share.
func put(h hash.Hash, values ...any) {
	line, err := json.Marshal(values)
	if err != nil {
		panic(fmt.Sprintf("catalog: %T can't be part of a digest: %v", values[1], err))
	}
	h.Write(append(line, '\n'))
}
