package source

import (
	"fmt"
	"sort"
	"strings"
)

// Severity tells how bad a [Diagnostic] is.
type Severity int

const (
	// Error marks input that is refused or must not be compiled.
	Error Severity = iota
	// Warning marks input that is understood but looks like a slip.
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText writes the severity as its word.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Diagnostic is one finding about one place of one input file.
type Diagnostic struct {
	Pos      Position `json:"pos"`
	Severity Severity `json:"severity"`
	Code     string   `json:"code"`           // stable, one of the Code constants
	Path     string   `json:"path,omitempty"` // of JSON input: where the value sits, such as capabilities[3].one_line; of front matter: the key
	Message  string   `json:"message"`        // what is wrong
	Hint     string   `json:"hint,omitempty"` // what to do next
	Err      error    `json:"-"`              // the cause, if another package reported it; may be nil
}

// String returns "file:line:column: error: message (code); hint".
func (d Diagnostic) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s: %s (%s)", d.Pos, d.Severity, d.Message, d.Code)
	if d.Hint != "" {
		b.WriteString("; ")
		b.WriteString(d.Hint)
	}
	return b.String()
}

// Diagnostics is a list of findings. It is an error, but a nil or harmless list
// is still a non-nil error value once stored in an error variable: return
// [Diagnostics.Err] instead of the list itself.
type Diagnostics []Diagnostic

// HasErrors reports whether the list holds anything of severity [Error].
func (ds Diagnostics) HasErrors() bool {
	for _, d := range ds {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Errors returns the findings of severity [Error], in order.
func (ds Diagnostics) Errors() Diagnostics {
	var errs Diagnostics
	for _, d := range ds {
		if d.Severity == Error {
			errs = append(errs, d)
		}
	}
	return errs
}

// Err returns the errors of the list as an error, or nil when there are none.
func (ds Diagnostics) Err() error {
	if errs := ds.Errors(); len(errs) > 0 {
		return errs
	}
	return nil
}

// Error returns one line for each finding.
func (ds Diagnostics) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the causes, so that errors.Is finds for example fs.ErrNotExist.
func (ds Diagnostics) Unwrap() []error {
	var causes []error
	for _, d := range ds {
		if d.Err != nil {
			causes = append(causes, d.Err)
		}
	}
	return causes
}

// Sort orders the list by place, then by code and message.
func (ds Diagnostics) Sort() {
	sort.SliceStable(ds, func(i, j int) bool {
		a, b := ds[i], ds[j]
		if a.Pos != b.Pos {
			return a.Pos.before(b.Pos)
		}
		if a.Code != b.Code {
			return a.Code < b.Code
		}
		return a.Message < b.Message
	})
}
