package agents

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// simplify multiplies a polynomial with whole coefficients out.
func simplify(raw json.RawMessage) (any, error) {
	var args struct{ Expr string }
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, err
	}
	r := &algebra{rest: strings.ReplaceAll(strings.ReplaceAll(args.Expr, " ", ""), "**", "^")}
	p, err := r.sum()
	if err == nil && r.rest != "" {
		err = fmt.Errorf("%q can't be read", r.rest)
	}
	if err != nil {
		return nil, err
	}
	return map[string]any{"answer": p.String(), "result": p.String()}, nil
}

// polynomial has a coefficient for each product of variables, such as "x*x*y".
type polynomial map[string]int

func (p polynomial) String() string {
	var out strings.Builder
	products := slices.SortedFunc(maps.Keys(p), func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	for _, product := range products {
		if n := p[product]; n != 0 {
			fmt.Fprintf(&out, "%+d", n)
			if product != "" {
				out.WriteString("*" + product)
			}
		}
	}
	if out.Len() == 0 {
		return "0"
	}
	return strings.TrimPrefix(out.String(), "+")
}

func (p polynomial) times(q polynomial) polynomial {
	out := polynomial{}
	for a, n := range p {
		for b, m := range q {
			factors := strings.FieldsFunc(a+"*"+b, func(r rune) bool { return r == '*' })
			slices.Sort(factors)
			out[strings.Join(factors, "*")] += n * m
		}
	}
	return out
}

// algebra reads sums of products of powers of numbers, variables and sums in
// brackets.
type algebra struct{ rest string }

func (r *algebra) take(c byte) bool {
	if r.rest == "" || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

func (r *algebra) sum() (polynomial, error) {
	out := polynomial{}
	sign := 1
	if r.take('-') {
		sign = -1
	}
	for {
		p, err := r.product()
		if err != nil {
			return nil, err
		}
		for product, n := range p {
			out[product] += sign * n
		}
		switch {
		case r.take('+'):
			sign = 1
		case r.take('-'):
			sign = -1
		default:
			return out, nil
		}
	}
}

func (r *algebra) product() (polynomial, error) {
	out := polynomial{"": 1}
	for {
		p, err := r.power()
		if err != nil {
			return nil, err
		}
		if out = out.times(p); !r.take('*') {
			return out, nil
		}
	}
}

func (r *algebra) power() (polynomial, error) {
	base, err := r.atom()
	if err != nil || !r.take('^') {
		return base, err
	}
	n, err := strconv.Atoi(r.while("0123456789"))
	if err != nil || n > 9 {
		return nil, fmt.Errorf("no power that is worked out here: %w", err)
	}
	out := polynomial{"": 1}
	for range n {
		out = out.times(base)
	}
	return out, nil
}

func (r *algebra) atom() (polynomial, error) {
	if r.take('(') {
		p, err := r.sum()
		if err == nil && !r.take(')') {
			err = fmt.Errorf("a bracket is not closed")
		}
		return p, err
	}
	if digits := r.while("0123456789"); digits != "" {
		n, err := strconv.Atoi(digits)
		return polynomial{"": n}, err
	}
	if name := r.while("abcdefghijklmnopqrstuvwxyz"); name != "" {
		return polynomial{name: 1}, nil
	}
	return nil, fmt.Errorf("%q can't be read", r.rest)
}

func (r *algebra) while(set string) string {
	rest := strings.TrimLeft(r.rest, set)
	taken := r.rest[:len(r.rest)-len(rest)]
	r.rest = rest
	return taken
}

func TestSimplify(t *testing.T) {
	for expr, want := range map[string]string{
		"x + x + x": "3*x", "(x+1)*(x-2)": "1*x*x-1*x-2", "(x+1)**2 - x**2": "2*x+1", "x - x": "0", "2*(y+3)": "2*y+6",
	} {
		raw, _ := json.Marshal(map[string]string{"expr": expr})
		got, err := simplify(raw)
		if err != nil || got.(map[string]any)["answer"] != want {
			t.Errorf("%s: got %v %v, want %s", expr, got, err, want)
		}
	}
	if _, err := simplify(json.RawMessage(`{"expr":"sin(x)"}`)); err == nil {
		t.Error("a function was taken")
	}
}
