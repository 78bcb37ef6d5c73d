package emit

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
)

// Load reads the tables out of a generated package without compiling it, so
// that a command can route on what lies in a folder. It understands what
// Render writes and nothing more; the error names the file. Tables that were
// edited are refused by runtime.New.
func Load(dir string) (*runtime.Tables, error) {
	l := loader{dir: dir, consts: map[string]ast.Expr{}, embeds: map[string]string{}}
	entries, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", dir, err)
	}
	for _, path := range entries {
		if err := l.read(path); err != nil {
			return nil, err
		}
	}
	if l.tables == nil {
		return nil, fmt.Errorf("loading %s: %s declares no Tables; run sextant generate", dir, MainName)
	}
	t := &runtime.Tables{}
	if err := l.fill(reflect.ValueOf(t).Elem(), l.tables); err != nil {
		return nil, fmt.Errorf("loading %s: %w", dir, err)
	}
	return t, nil
}

// loader collects the declarations of a generated package.
type loader struct {
	dir    string
	consts map[string]ast.Expr
	embeds map[string]string // variable -> file
	tables *ast.CompositeLit
}

func (l *loader) read(path string) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("loading tables: %w", err)
	}
	if !owned(filepath.Base(path), src) {
		return nil
	}
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return fmt.Errorf("loading tables: %w", err)
	}
	for _, decl := range file.Decls {
		if d, ok := decl.(*ast.GenDecl); ok {
			l.declare(d)
		}
	}
	return nil
}

func (l *loader) declare(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		v, ok := spec.(*ast.ValueSpec)
		if !ok || len(v.Names) != 1 {
			continue
		}
		name := v.Names[0].Name
		switch {
		case d.Doc != nil && strings.HasPrefix(d.Doc.List[0].Text, "//go:embed "):
			l.embeds[name] = strings.TrimPrefix(d.Doc.List[0].Text, "//go:embed ")
		case len(v.Values) != 1:
		case name == "Tables":
			l.tables, _ = v.Values[0].(*ast.CompositeLit)
		default:
			l.consts[name] = v.Values[0]
		}
	}
}

// fill sets the fields of a struct from a literal with keys.
func (l *loader) fill(into reflect.Value, lit *ast.CompositeLit) error {
	for _, element := range lit.Elts {
		kv, ok := element.(*ast.KeyValueExpr)
		if !ok {
			return fmt.Errorf("%s: a field of Tables has no name", MainName)
		}
		key, _ := kv.Key.(*ast.Ident)
		if key == nil || !into.FieldByName(key.Name).IsValid() {
			return fmt.Errorf("%s: Tables of another version; run sextant generate", MainName)
		}
		if err := l.set(into.FieldByName(key.Name), kv.Value); err != nil {
			return fmt.Errorf("%s: %s: %w", MainName, key.Name, err)
		}
	}
	return nil
}

func (l *loader) set(field reflect.Value, value ast.Expr) error {
	switch v := value.(type) {
	case *ast.CompositeLit:
		return l.fill(field, v)
	case *ast.Ident:
		return l.setNamed(field, v.Name)
	case *ast.BasicLit:
		return setLiteral(field, v.Kind, v.Value)
	case *ast.UnaryExpr:
		if lit, ok := v.X.(*ast.BasicLit); ok && v.Op == token.SUB {
			return setLiteral(field, lit.Kind, "-"+lit.Value)
		}
	}
	return fmt.Errorf("unexpected %T", value)
}

func (l *loader) setNamed(field reflect.Value, name string) error {
	switch {
	case field.Kind() == reflect.Bool && (name == "true" || name == "false"):
		field.SetBool(name == "true")
		return nil
	case l.embeds[name] != "":
		data, err := os.ReadFile(filepath.Join(l.dir, l.embeds[name]))
		if err == nil && field.Kind() == reflect.String {
			field.SetString(string(data))
		}
		return err
	case l.consts[name] != nil:
		return l.set(field, l.consts[name])
	}
	return fmt.Errorf("%s is not declared", name)
}

func setLiteral(field reflect.Value, kind token.Token, text string) error {
	switch {
	case kind == token.STRING && field.Kind() == reflect.String:
		s, err := strconv.Unquote(text)
		if err == nil {
			field.SetString(s)
		}
		return err
	case kind == token.INT && field.CanInt():
		n, err := strconv.ParseInt(text, 0, 64)
		if err == nil {
			field.SetInt(n)
		}
		return err
	}
	return fmt.Errorf("unexpected literal %.20s", text)
}
