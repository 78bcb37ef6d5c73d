package sweep

import "fmt"

// Severity tells what a finding means for the run.
type Severity int

const (
	// Off findings are not reported.
	Off Severity = iota
	// Note findings inform; they never fail a run.
	Note
	// Warning findings are slips that readers cope with.
	Warning
	// Error findings make a skill unusable or tell a model something wrong.
	Error
)

var severityNames = [...]string{"off", "note", "warning", "error"}

// String returns "off", "note", "warning" or "error".
func (s Severity) String() string { return severityNames[s] }

// MarshalText writes the severity as its word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// ParseSeverity reads one of the four words.
func ParseSeverity(word string) (Severity, error) {
	for i, name := range severityNames {
		if word == name {
			return Severity(i), nil
		}
	}
	return Off, fmt.Errorf("unknown severity %q; use off, note, warning or error", word)
}
