package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strings"
)

// encoded is how many numbers the sentence encoder gives a sentence.
const encoded = 512

// readLines are the lines that were embedded.
func readLines(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"), nil
}

// readEmbeddings are the vectors of n lines.
func readEmbeddings(path string, n int) ([][]float64, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if want := n * encoded * 4; len(data) != want {
		return nil, fmt.Errorf("%s has %d bytes, want %d of %d lines: embed them anew", path, len(data), want, n)
	}
	out := matrix(n, encoded)
	for i, row := range out {
		for k := range row {
			at := (i*encoded + k) * 4
			row[k] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[at:])))
		}
	}
	return out, nil
}
