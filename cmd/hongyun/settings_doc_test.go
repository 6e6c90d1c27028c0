package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"hongyun/internal/app"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	settingpkg "hongyun/internal/setting"
)

var update = flag.Bool("update", false, "write the lists of settings in docs/operations.md anew")

const operations = "../../docs/operations.md"

// An operator finds every setting in docs/operations.md: each field of each kind that
// the back office has, and each flag and variable of the program. A setting that is
// added without it fails here.
func TestEverySettingIsInTheOperationsDocument(t *testing.T) {
	blocks := []struct{ name, text string }{{"settings of the back office", officeSettings(t)}, {"settings of the program", programSettings(t)}}
	file, err := os.ReadFile(operations)
	if err != nil {
		t.Fatal(err)
	}
	doc := string(file)
	for _, b := range blocks {
		begin, end := "<!-- begin: "+b.name+" -->\n", "<!-- end: "+b.name+" -->\n"
		head, rest, found := strings.Cut(doc, begin)
		old, tail, ended := strings.Cut(rest, end)
		if !found || !ended {
			t.Fatalf("docs/operations.md has no block %q", b.name)
		}
		if *update {
			doc = head + begin + b.text + end + tail
			continue
		}
		for _, line := range strings.SplitAfter(b.text, "\n") {
			if !strings.Contains(old, line) {
				t.Errorf("docs/operations.md lacks: %s", line)
			}
		}
		if old != b.text {
			t.Errorf("the %s in docs/operations.md are stale: go test ./cmd/hongyun -run OperationsDocument -update", b.name)
		}
	}
	if *update {
		if err := os.WriteFile(operations, []byte(doc), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// officeSettings is one table for each kind of setting of a house as the program builds it.
func officeSettings(t *testing.T) string {
	flags, err := parsed(t, "--player=127.0.0.1:0", "--admin=127.0.0.1:0", "--hooks=127.0.0.1:0", "--ops=127.0.0.1:0", "--site-url=https://www.example.com")
	if err != nil {
		t.Fatal(err)
	}
	config, err := flags.config()
	if err != nil {
		t.Fatal(err)
	}
	config.Database, config.Log = dbtest.SQLite(t), dbtest.Quiet()
	house, err := app.New(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := house.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	var out strings.Builder
	for _, k := range house.Book.Kinds() {
		text := house.Book.Defaults(k.Code)
		if !k.Keyed { // a configuration is read as it would be shown
			shown, err := house.Book.List(t.Context(), house.DB, k.Code)
			if err != nil || len(shown) != 1 {
				t.Fatal(k.Code, len(shown), err)
			}
			text = shown[0].Value
		}
		defaults := map[string]any{}
		if err := json.Unmarshal(text, &defaults); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "\n**%s** (`%s`)", k.Title, k.Code)
		if k.Explain != "" {
			fmt.Fprintf(&out, ": %s", k.Explain)
		}
		out.WriteString("\n\n| setting | field | unit or form | default | meaning |\n|---|---|---|---|---|\n")
		for _, f := range k.Fields {
			fmt.Fprintf(&out, "| %s | `%s` | %s | %s | %s |\n", cell(f.Label), f.Name, cell(cmp.Or(f.Unit, string(f.Form))), cell(byDefault(f, defaults[f.Name])), cell(f.Hint))
		}
	}
	return out.String() + "\n"
}

// byDefault is the text of a default value, of a kind with many rows the one that a new row begins with; "–" where a
// field has none.
func byDefault(f settingpkg.Field, v any) string {
	switch n := v.(type) {
	case nil:
		return "–"
	case bool:
		return map[bool]string{true: "是", false: "否"}[n]
	case float64:
		switch f.Form {
		case settingpkg.Yuan, settingpkg.Percent:
			return fmt.Sprintf("%.2f", n/100)
		case settingpkg.Coins:
			return money.Coins(n).String()
		case settingpkg.Clock:
			return fmt.Sprintf("%02d:%02d", int(n)/60, int(n)%60)
		}
		return fmt.Sprintf("%.0f", n)
	case string:
		i := slices.IndexFunc(f.Options, func(o settingpkg.Option) bool { return o.Value == n })
		if i >= 0 {
			return f.Options[i].Label
		}
		return cmp.Or(n, "–")
	case []any:
		if len(n) == 0 {
			return "–"
		}
	}
	text, _ := json.Marshal(v)
	return string(text)
}

// programSettings is every flag and variable of the commands, from their own declaration.
func programSettings(t *testing.T) string {
	t.Setenv("HONGYUN_DATA_KEY", "")
	parser, err := kong.New(&commands{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	out.WriteString("\n| variable | flag | default | meaning |\n|---|---|---|---|\n")
	seen := map[string]bool{}
	var walk func(n *kong.Node)
	walk = func(n *kong.Node) {
		for _, f := range n.Flags {
			variable := "–"
			if len(f.Envs) > 0 {
				variable = "`" + strings.Join(f.Envs, "`, `") + "`"
			}
			name := "`--" + f.Name + "`"
			if f.Hidden {
				name = "–" // from the environment alone
			}
			if variable == "–" {
				name += " of `" + strings.TrimSpace(n.Path()) + "`"
			}
			if key := variable + name; f.Name == "help" || seen[key] {
				continue
			} else {
				seen[key] = true
			}
			def := "–"
			if f.Default != "" {
				def = "`" + f.Default + "`"
			}
			fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", variable, name, def, cell(f.Help))
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(parser.Model.Node)
	return out.String() + "\n"
}

func cell(text string) string {
	return cmp.Or(strings.ReplaceAll(strings.ReplaceAll(text, "|", `\|`), "\n", " "), "–")
}
