// Package tokens counts what a text costs a language model, with the published
// vocabulary that OpenAI calls o200k_base. Other models' vocabularies differ by
// some percent; one is enough to see a cost change. The vocabulary is compiled
// in, 12 MB of it, so nothing that serves requests may import this package.
//
//	n, err := tokens.Count(`{"name":"ask"}`)
package tokens

import (
	"fmt"
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

// Vocabulary is the name of the vocabulary that is counted with.
const Vocabulary = "o200k_base"

var codec = sync.OnceValues(func() (tokenizer.Codec, error) { return tokenizer.Get(tokenizer.O200kBase) })

// Count returns how many tokens a text has.
func Count(text string) (int, error) {
	c, err := codec()
	if err != nil {
		return 0, fmt.Errorf("vocabulary %s: %w", Vocabulary, err)
	}
	n, err := c.Count(text)
	if err != nil {
		return 0, fmt.Errorf("counting tokens: %w", err)
	}
	return n, nil
}
