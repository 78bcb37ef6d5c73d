package runtime

import (
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/sextant-mcp/sextant/runtime/text"
)

// Format is the version of the encoding of Tables that this package reads.
const Format = 1

// A generated package refers to the two constants below, named after the
// versions it was compiled for. A package of another version therefore does
// not compile: the compiler says that the constant is undefined, and the
// comment beside the reference says to run go generate.
const (
	// TablesFormat1 exists while this package reads Format 1.
	TablesFormat1 = Format
	// Analyzer1 exists while the analyzer's version is 1.
	Analyzer1 = text.Version
)

// Tables is one compiled surface as the generated package holds it: a handful
// of string constants, which cost nothing at start. New turns it into a
// Router.
type Tables struct {
	// Format and Analyzer are the versions the tables were compiled for.
	Format, Analyzer int
	// Digest names the inputs: "sha256:" and 64 hex digits.
	Digest string
	// Checksum is Sum of the tables, eight hex digits, as the compiler saw
	// them; New refuses tables that have changed since.
	Checksum string
	// Capabilities holds one row per id, "-" for a retired id: the capability's
	// id, kind, verbs and the JSON object of its record, separated by tabs.
	Capabilities string
	// Lexical holds the token rows of the BM25F part, weights without idf.
	Lexical string
	// Learned holds the token rows of the trained part, signed weights. A first
	// line that begins with # is a comment.
	Learned string
	// Everyday holds words of everyday speech, separated by blanks, that say
	// nothing of what a request is about when no capability holds them.
	Everyday string
	// Schemas holds one row per id: the input schema of a tool as compact
	// JSON, empty where there is none.
	Schemas string
	// Notes holds the condensed-surface notes: one JSON object per row.
	Notes string
	// Skills is the bundle of the skills' files.
	Skills string
	// FittedOn is how many capabilities the surface had that Fit was fitted on, zero
	// if it is this one. The evidence of a part of a surface is measured by it, since
	// learned weights do not shrink with the surface.
	FittedOn int
	// Fit holds what was fitted at compile time.
	Fit Fit
	// Described is not zero where few capabilities have requests and the others do not.
	Described Described
}

// Described says how a request is judged whose best candidate is known by its
// description alone, on a surface that knows requests for few others. How users speak
// of such a candidate nobody can tell, so what the requests for the others taught of
// speech must not refuse it.
type Described struct {
	// Numbers are those of the capabilities, separated by blanks.
	Numbers string
	// Fit takes the place of that of the tables in telling whether the request is
	// served, by how much the first candidate must lead, and how sure that is: of it
	// MinMargin, Learned, Requests, MaxNone and the three slopes are read.
	Fit Fit
}

// Fit holds the numbers that the compiler fitted to the surface's own training
// rows. Shares are in thousandths, so that a generated file holds integers and
// is the same on every machine.
type Fit struct {
	// MinCoverage is the least share of the request's information that the
	// best capability must match to be offered at all.
	MinCoverage int
	// MinMargin is the least lead, as a share of the winner's score, that
	// makes a winner unambiguous.
	MinMargin int
	// LearnedScale is how much one step of a learned weight counts against the
	// lexical weights, at least 1.
	LearnedScale int
	// Learned is set when the surface has training rows, so that the two
	// thresholds below mean something.
	Learned bool
	// Requests is set when requests of users are among them, not descriptions
	// alone.
	Requests bool
	// MaxNone is the score of the class "nothing fits" from which a request is
	// refused, MaxWhich that of the class "which one?" from which the router
	// asks back when the first candidate leads by as much as usual; see Decision.
	MaxNone, MaxWhich int
	// NoneSlope, CoverSlope and ScoreSlope say how the score of "nothing fits",
	// the first candidate's coverage and the evidence that there is turn into the
	// probability that the surface serves the request, in thousandths; see
	// Decision.
	NoneSlope, CoverSlope, ScoreSlope int
	// LeastShare is which part of a word's information the word must say for a
	// capability to be accounted for by it, as one over this; zero takes every
	// word that speaks for it at all. Where nearly every word is known to say
	// something of nearly every capability, a little is no account.
	LeastShare int
	// MuchEvidence is how many words that no other capability holds are much
	// evidence, two if it is zero. Weights from several ways of training add up
	// to more.
	MuchEvidence int
}

// Sum computes the checksum of the tables' contents (CRC-32C over every string
// that New reads): eight lower-case hex digits. It finds edits and files of
// different runs mixed together, not attacks.
func (t *Tables) Sum() string {
	table := crc32.MakeTable(crc32.Castagnoli)
	var sum uint32
	piece := make([]byte, 16<<10)
	parts := []string{t.Digest, fmt.Sprint(t.Fit), t.Capabilities, t.Lexical, t.Learned, t.Everyday, t.Schemas, t.Notes, t.Skills}
	if t.Described.Numbers != "" {
		parts = append(parts, fmt.Sprint(t.Described))
	}
	for _, part := range parts {
		sum = crc32.Update(sum, table, []byte(fmt.Sprintf("%d:", len(part))))
		for len(part) > 0 { // piece by piece: the tables of a large surface are not copied for this
			n := copy(piece, part)
			sum, part = crc32.Update(sum, table, piece[:n]), part[n:]
		}
	}
	return fmt.Sprintf("%08x", sum)
}

// ErrForeignTables is the error, wrapped with the reason, that New returns for
// tables of another format or analyzer version.
var ErrForeignTables = errors.New("tables of another version")

// ErrAlteredTables is the error, wrapped with the reason, that New returns for
// tables that are not as the compiler left them.
var ErrAlteredTables = errors.New("tables altered after they were generated")

// Verify reports why the tables must not be used, nil when they may.
func (t *Tables) Verify() error {
	if t.Format != Format || t.Analyzer != text.Version {
		return fmt.Errorf("%w: compiled for format %d and analyzer %d, this runtime reads format %d and analyzer %d; run go generate with the same version of sextant",
			ErrForeignTables, t.Format, t.Analyzer, Format, text.Version)
	}
	if sum := t.Sum(); sum != t.Checksum {
		return fmt.Errorf("%w: checksum %s, compiled as %s; a generated file was edited or files of two runs are mixed: run go generate",
			ErrAlteredTables, sum, t.Checksum)
	}
	return nil
}
