package content_test

import (
	"bufio"
	"net/url"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"hongyun/internal/content"
)

// payloads reads testdata: one payload a line, as a Go string where it is
// quoted. Lines that begin with # describe the following ones.
func payloads(t testing.TB, file string, least int) []string {
	t.Helper()
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var all []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		all = append(all, strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\r`, "\r", `\0`, "\x00", `\x01`, "\x01", `\x0b`, "\x0b", `\x0c`, "\x0c",
			`\u00a0`, "\u00a0", `\u200b`, "\u200b", `\u202e`, "\u202e", `\u2028`, "\u2028", `\u3000`, "\u3000", `\ufeff`, "\ufeff").Replace(line))
	}
	if lines.Err() != nil || len(all) < least {
		t.Fatalf("%d payloads in %s, expected %d; %v", len(all), file, least, lines.Err())
	}
	return all
}

// mayHave are the elements a block may be made of, each with its attributes.
var mayHave = map[string]string{
	"p": "class", "h2": "", "h3": "", "ul": "", "ol": "", "li": "", "strong": "", "em": "", "br": "", "a": "href rel target", "img": "src alt",
	"table": "", "thead": "", "tbody": "", "tr": "", "th": "scope", "td": "",
}

// active returns the faults of HTML for a page. It reads it as a browser does
// and looks at every element and attribute. A browser may read it inside any of
// these elements of a page.
func active(t testing.TB, text string) string {
	t.Helper()
	for _, around := range []string{"div", "body", "td", "article"} {
		nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: around, DataAtom: atom.Lookup([]byte(around))})
		if err != nil {
			return err.Error()
		}
		for len(nodes) > 0 {
			n := nodes[0]
			nodes = nodes[1:]
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				nodes = append(nodes, c)
			}
			if n.Type == html.TextNode {
				continue
			}
			attributes, ok := mayHave[n.Data]
			if n.Type != html.ElementNode || n.Namespace != "" || !ok {
				return "element " + n.Namespace + ":" + n.Data
			}
			for _, a := range n.Attr {
				if a.Namespace != "" || !strings.Contains(" "+attributes+" ", " "+a.Key+" ") || !harmless(n.Data, a.Key, a.Val) {
					return "attribute " + n.Data + " " + a.Key + "=" + a.Val
				}
			}
		}
	}
	return ""
}

// harmless says whether a value leads nowhere but to https or this site. It
// resolves addresses as a browser does, against a page of this site.
func harmless(element, name, value string) bool {
	switch name {
	case "href":
		base, _ := url.Parse("https://hong.example/promotion/34")
		to, err := base.Parse(value)
		return err == nil && to.Scheme == "https" && to.User == nil && to.Host != "" &&
			(to.Host == "hong.example" || strings.HasPrefix(value, "https://"+to.Host)) && !strings.ContainsAny(value, "\\ \t\n\r\x00")
	case "src":
		return strings.HasPrefix(value, "/art/") && !strings.Contains(value, "..") && !strings.Contains(value, "//")
	case "class":
		return value == "lead"
	case "scope":
		return value == "col" || value == "row"
	case "target":
		return value == "_blank"
	case "rel":
		return value == "noopener nofollow"
	}
	return element == "img" && name == "alt"
}

// trust CSP-1, T11: whatever is pasted into a block, nothing of it acts in a player's browser.
func TestSanitiseRemovesEveryActivePayload(t *testing.T) {
	for _, payload := range payloads(t, "xss.txt", 150) {
		for _, sent := range []string{
			payload, "<p>前" + payload + "后</p>", "<table><tr><td>" + payload, "<ul><li>" + payload, "<a href=\"/x\">" + payload, "<h2>" + strings.ToUpper(payload),
			"<strong><em>" + payload + "</strong></em>", html.UnescapeString(payload), payload + payload, "<div><" + payload,
		} {
			clean := content.Sanitise(sent)
			if wrong := active(t, clean); wrong != "" {
				t.Errorf("%s\nof   %q\nleft %q", wrong, sent, clean)
			}
			if again := content.Sanitise(clean); again != clean {
				t.Errorf("cleaned twice, %q became %q and then %q", sent, clean, again)
			}
		}
	}
}

// The check of the test above sees what it is to see.
func TestTheCheckForActiveContentsSeesThem(t *testing.T) {
	for _, bad := range []string{
		`<script>1</script>`, `<p onclick="x()">`, `<a href="javascript:x()">a</a>`, `<a href=" java&#10;script:x()">a</a>`, `<a href="//evil.example">a</a>`,
		`<a href="/\evil.example">a</a>`, `<a href="https://good@evil.example">a</a>`, `<img src="https://evil.example/a.svg">`, `<p style="x">`, `<svg></svg>`,
		`<p class="fixed">`, `<a href="/" target="_top">a</a>`, `<a href="/" rel="opener">a</a>`, `<math></math>`, `<iframe></iframe>`, `<!-- x -->`, `<img src="/art/../x" alt="">`,
	} {
		if active(t, bad) == "" {
			t.Errorf("%s passes", bad)
		}
	}
}

// Ordinary markup by staff passes unchanged.
func TestABlockKeepsOrdinaryMarkup(t *testing.T) {
	for _, same := range []string{
		`<p class="lead">导语</p>`, `<h2>标题</h2><h3>小标题</h3>`, `<ul><li>一</li><li>二</li></ul><ol><li>三</li></ol>`, `<p><strong>重</strong><em>强调</em><br>换行</p>`,
		`<table><thead><tr><th scope="col">档位</th></tr></thead><tbody><tr><th scope="row">300</th><td>1</td></tr></tbody></table>`,
		`<p>1 &lt; 2 &amp;&amp; 3 &gt; 2</p>`, `<p><img src="/art/promo-streak.svg" alt="连胜"></p>`, `只有文字`, "<p>一</p>\n<p>二</p>",
		`<p><a href="https://www.example.com/a?b=c&amp;d=e#f" target="_blank" rel="noopener nofollow">站外</a></p>`,
		`<p><a href="/#/Deposit" target="_blank" rel="noopener nofollow">存款</a></p>`,
	} {
		if got := content.Sanitise(same); got != same {
			t.Errorf("%s\nbecame %s", same, got)
		}
	}
	for sent, want := range map[string]string{
		`<p class="other">a</p>`:                           `<p>a</p>`,
		`<div><p>a</p></div>`:                              `<p>a</p>`,
		`<p>a<p>b`:                                         `<p>a</p><p>b</p>`,
		`<p>a</p></div></article><p>b</p>`:                 `<p>a</p><p>b</p>`,
		`<a href="https://a.example">a</a>`:                `<a href="https://a.example" target="_blank" rel="noopener nofollow">a</a>`,
		`<a href="/x" target="_top" rel="opener">a</a>`:    `<a href="/x" target="_blank" rel="noopener nofollow">a</a>`,
		`<a href="http://a.example">a</a>`:                 `a`,
		`<a href="http://127.0.0.1:8081/">a</a>`:           `a`,
		`<img src="/art/a.svg">`:                           `<img src="/art/a.svg" alt="">`,
		`<img src="/media/a.svg" alt="x">b`:                `b`,
		`<img src="https://a.example/a.png" alt="x">b`:     `b`,
		"<p>a\u202eb\u200bc\x00d</p>":                      `<p>abcd</p>`,
		`<table><tr><td>a`:                                 `<table><tbody><tr><td>a</td></tr></tbody></table>`,
		strings.Repeat("<strong>", 2000) + "深":             ``,
		`<script>if (1 < 2) alert("x")</script>后`:          `后`,
		`<style>p{color:red}</style>后<!-- 注 -->`:           `后`,
		`<b>粗</b><i>斜</i><span style="color:red">色</span>`: `粗斜色`,
	} {
		if got := content.Sanitise(sent); got != want {
			t.Errorf("%.80s\nbecame   %q\nexpected %q", sent, got, want)
		}
	}
}

// A block of full size costs little, however it is nested: a mistake by staff
// must not stop the program.
func FuzzSanitise(f *testing.F) {
	for _, payload := range payloads(f, "xss.txt", 150) {
		f.Add(payload)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		clean := content.Sanitise(sent)
		if wrong := active(t, clean); wrong != "" {
			t.Errorf("%s\nof   %q\nleft %q", wrong, sent, clean)
		}
	})
}
