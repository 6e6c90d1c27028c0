package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A list of the wire that is typed by hand beside a list of Go, or beside another of
// the wire, forgets the next value. Such a field names its list by the tag enumOf. The
// tag enum is for values that exist in that tag alone.
func TestEachListOfTheWireIsWrittenOnce(t *testing.T) {
	source := readSource(t)
	lists := map[string]string{} // the values of a list → where it is written
	for dir, files := range source {
		for place, values := range source.listsOf(dir, files) {
			lists[key(values)] = place
		}
	}
	tags := map[string]string{}
	for dir, files := range source {
		for place, values := range tagsOf(dir, files) {
			if written, twice := tags[key(values)]; twice {
				t.Errorf("%s repeats the values of %s: %s", place, written, key(values))
			} else if written, known := lists[key(values)]; known {
				t.Errorf("%s repeats the list %s: %s", place, written, key(values))
			}
			tags[key(values)] = place
		}
	}
	if len(lists) < 100 || len(tags) < 10 {
		t.Fatalf("found %d lists and %d tags: the test does not see them", len(lists), len(tags))
	}
}

// goSource is the files of each package, by its directory.
type goSource map[string][]*ast.File

func readSource(t *testing.T) goSource {
	t.Helper()
	source := goSource{}
	err := filepath.WalkDir(".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		dir := filepath.ToSlash(filepath.Dir(name))
		source[dir] = append(source[dir], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return source
}

// key is the same for all orders of the same values; the empty one says that there is none.
func key(values []string) string {
	values = slices.DeleteFunc(slices.Clone(values), func(v string) bool { return v == "" })
	slices.Sort(values)
	return strings.Join(slices.Compact(values), ",")
}

// tagsOf are the tags enum of a package.
func tagsOf(dir string, files []*ast.File) map[string][]string {
	tags := map[string][]string{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			s, is := n.(*ast.TypeSpec)
			if !is {
				return true
			}
			form, is := s.Type.(*ast.StructType)
			if !is {
				return true
			}
			for _, field := range form.Fields.List {
				if field.Tag == nil {
					continue
				}
				text, _ := strconv.Unquote(field.Tag.Value)
				if enum, has := reflect.StructTag(text).Lookup("enum"); has {
					tags[fmt.Sprintf("%s.%s.%s", dir, s.Name, field.Names[0])] = strings.Split(enum, ",")
				}
			}
			return true
		})
	}
	return tags
}

// listsOf are the lists of a package: each block of constants, and each variable that
// holds a list, or a table by such values.
func (s goSource) listsOf(dir string, files []*ast.File) map[string][]string {
	lists := map[string][]string{}
	for _, f := range files {
		for _, d := range f.Decls {
			g, is := d.(*ast.GenDecl)
			if !is {
				continue
			}
			var block []string
			for _, spec := range g.Specs {
				v, is := spec.(*ast.ValueSpec)
				if !is {
					continue
				}
				for i, value := range v.Values {
					if text, is := literal(value); is && g.Tok == token.CONST {
						block = append(block, text)
					} else if values := s.valuesOf(dir, f, value); len(values) > 1 {
						lists[dir+"."+v.Names[i].Name] = values
					}
				}
			}
			if len(block) > 1 {
				lists[dir+"."+g.Specs[0].(*ast.ValueSpec).Names[0].Name+" and the constants below it"] = block
			}
		}
	}
	return lists
}

// valuesOf are the elements of a list, or the keys of a table.
func (s goSource) valuesOf(dir string, f *ast.File, e ast.Expr) (values []string) {
	list, is := e.(*ast.CompositeLit)
	if !is {
		return nil
	}
	for _, element := range list.Elts {
		if pair, is := element.(*ast.KeyValueExpr); is {
			element = pair.Key
		}
		text, known := s.constant(dir, f, element)
		if !known {
			return nil
		}
		values = append(values, text)
	}
	return values
}

// constant is the value of a literal or a constant, of this package or of one that it imports.
func (s goSource) constant(dir string, f *ast.File, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		from, is := e.X.(*ast.Ident)
		if !is {
			return "", false
		}
		for _, i := range f.Imports {
			if at, _ := strconv.Unquote(i.Path.Value); path.Base(at) == from.Name {
				return s.named(strings.TrimPrefix(at, "hongyun/internal/"), e.Sel.Name)
			}
		}
	case *ast.Ident:
		return s.named(dir, e.Name)
	}
	return literal(e)
}

func (s goSource) named(dir, name string) (string, bool) {
	for _, f := range s[dir] {
		if o := f.Scope.Lookup(name); o != nil && o.Kind == ast.Con {
			spec := o.Decl.(*ast.ValueSpec)
			if i := slices.IndexFunc(spec.Names, func(n *ast.Ident) bool { return n.Name == name }); i < len(spec.Values) {
				return literal(spec.Values[i])
			}
		}
	}
	return "", false
}

func literal(e ast.Expr) (string, bool) {
	l, is := e.(*ast.BasicLit)
	if !is {
		return "", false
	}
	if l.Kind == token.INT {
		return l.Value, true
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil && l.Kind == token.STRING
}
