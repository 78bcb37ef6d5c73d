package main

import (
	"flag"
	"fmt"
	"log"
	"runtime"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/gen/internal/atomicfile"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("relate: ")
	var from sources
	glove := flag.String("vectors", "", "`file` of the GloVe vectors")
	out := flag.String("o", "", "`file` to write the related words to")
	sentences := flag.String("sentences", "", "`file` of the lines to embed: written, or read with -embeddings")
	embeddings := flag.String("embeddings", "", "`file` of the lines' embeddings")
	dense := flag.String("dense", "vectors.bin", "`file` to write the vectors to, with -embeddings")
	flag.StringVar(&from.catalog, "catalog", "capabilities-power.json", "`file` of descriptors")
	flag.StringVar(&from.background, "background", "gen/index/background.jsonl", "`file` of requests")
	flag.StringVar(&from.wordnet, "wordnet", "/usr/share/wordnet", "`folder` of WordNet")
	flag.Parse()
	words, err := readVocabulary(*glove)
	if err != nil {
		log.Fatal(err)
	}
	if *out != "" {
		write(*out, relatedTable(words.names[:related], words.vectors[:related]))
	}
	switch {
	case *sentences == "":
	case *embeddings == "":
		lines, err := from.lines(words)
		if err != nil {
			log.Fatal(err)
		}
		write(*sentences, []byte(strings.Join(lines, "\n")+"\n"))
	default:
		table, err := denseTable(words, *sentences, *embeddings)
		if err != nil {
			log.Fatal(err)
		}
		write(*dense, table)
	}
}

// denseTable makes the table of vectors of lines and their embeddings.
func denseTable(words *vocabulary, lines, embeddings string) ([]byte, error) {
	embeddedLines, err := readLines(lines)
	if err != nil {
		return nil, err
	}
	if len(embeddedLines) <= embedded || !slices.Equal(embeddedLines[:embedded], words.forms[:embedded]) {
		return nil, fmt.Errorf("%s does not begin with the words of the vectors: write it anew with -sentences", lines)
	}
	rows, err := readEmbeddings(embeddings, len(embeddedLines))
	if err != nil {
		return nil, err
	}
	names := words.names[:embedded]
	vectors := distil(names, embeddedLines[embedded:], rows, runtime.NumCPU())
	vectors = join(vectors, words.vectors[:embedded], dimensions)
	return vectorTable(names[:vectorised], vectors[:vectorised]), nil
}

func write(path string, data []byte) {
	if err := atomicfile.Replace(path, data); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d bytes\n", path, len(data))
}
