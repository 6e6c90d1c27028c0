package content

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Sanitise keeps the HTML that a block may contain: paragraphs (of class lead,
// the first), headings, lists, tables and emphasis. It also keeps links to
// https or to this site, and pictures of this site. Everything else is removed.
// The result is well formed, so it cannot reach beyond its place in a page.
// Sanitising twice changes nothing (trust CSP-1).
//
// There are two locks. bluemonday reads the tags one by one and drops those not
// on its list. The rest is parsed as a browser would, and written anew from the
// tree, with another check of each element and attribute. A trick that works on
// tags but not on trees, or the other way round, ends there.
func Sanitise(text string) string {
	nodes, err := parse(policy().Sanitize(text))
	if err != nil { // nested too deeply to be an honest text
		return ""
	}
	var w strings.Builder
	for _, n := range nodes {
		write(&w, n, false)
	}
	return strings.TrimSpace(w.String())
}

// asIs are the elements without attributes of their own.
var asIs = []string{"h2", "h3", "ul", "ol", "li", "strong", "em", "br", "table", "thead", "tbody", "tr", "td"}

var (
	lead  = regexp.MustCompile(`^lead$`)
	scope = regexp.MustCompile(`^(col|row)$`)
	words = regexp.MustCompile(`^[^\x00-\x1f<>]{0,100}$`)
)

// policy is the first lock.
var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(asIs...)
	p.AllowElements("p", "th")
	p.AllowAttrs("class").Matching(lead).OnElements("p")
	p.AllowAttrs("scope").Matching(scope).OnElements("th")
	p.AllowAttrs("href").Matching(inAddress).OnElements("a")
	p.AllowAttrs("src").Matching(picture).OnElements("img")
	p.AllowAttrs("alt").Matching(words).OnElements("img")
	p.AllowURLSchemes("https")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	// The contents of these elements were never meant to be read.
	p.SkipElementsContent("svg", "math", "template", "textarea", "select", "xmp", "plaintext", "noembed", "noframes", "audio", "video", "canvas")
	return p
})

// parse reads HTML as the contents of a div.
func parse(text string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
}

// write is the second lock. It writes only the elements and attributes that it
// names. It writes no link inside a link, which the next reader would parse as
// something else.
func write(w *strings.Builder, n *html.Node, inLink bool) {
	if n.Type == html.TextNode {
		w.WriteString(html.EscapeString(visible(n.Data)))
		return
	}
	start, known := "", n.Type == html.ElementNode && n.Namespace == ""
	if known {
		start, known = startOfElement(n)
	}
	if n.DataAtom == atom.A && known {
		known, inLink = !inLink, true
	}
	if known {
		w.WriteString("<" + start + ">")
		if n.DataAtom == atom.Br || n.DataAtom == atom.Img {
			return
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		write(w, child, inLink)
	}
	if known {
		w.WriteString("</" + n.DataAtom.String() + ">")
	}
}

// startOfElement is the element's mark as it is written, if it is known.
func startOfElement(n *html.Node) (string, bool) {
	switch n.DataAtom {
	case atom.H2, atom.H3, atom.Ul, atom.Ol, atom.Li, atom.Strong, atom.Em, atom.Br, atom.Table, atom.Thead, atom.Tbody, atom.Tr, atom.Td:
		return n.DataAtom.String(), true
	case atom.P:
		if lead.MatchString(attribute(n, "class")) {
			return `p class="lead"`, true
		}
		return "p", true
	case atom.Th:
		if value := attribute(n, "scope"); scope.MatchString(value) {
			return `th scope="` + value + `"`, true
		}
		return "th", true
	case atom.A:
		// A click leads out of the frame around the block. The target learns
		// nothing and gets no handle of the page it came from.
		href := attribute(n, "href")
		return `a href="` + html.EscapeString(href) + `" target="_blank" rel="noopener nofollow"`, isLink(href)
	case atom.Img:
		src, alt := attribute(n, "src"), attribute(n, "alt")
		return `img src="` + html.EscapeString(src) + `" alt="` + html.EscapeString(visible(alt)) + `"`, isPicture(src) && (strings.HasPrefix(src, "/art/") || strings.HasPrefix(src, "/files/"))
	}
	return "", false
}

// isLink is isAddress without what is for the demo's own machine.
func isLink(href string) bool {
	return isAddress(href) && !strings.HasPrefix(strings.ToLower(href), "http:")
}

func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val
		}
	}
	return ""
}

// visible drops control and direction characters, with which a text can show
// something else than it says (trust INP-4).
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.C, r) && r != '\n' && r != '\t' || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, text)
}

// beginning is the first characters of what a reader sees of clean HTML, as
// plain text on one line.
func beginning(clean string, limit int) string {
	nodes, err := parse(clean)
	if err != nil {
		return ""
	}
	var w strings.Builder
	for _, n := range nodes {
		for part := range n.Descendants() {
			if part.Type == html.TextNode {
				w.WriteString(part.Data + " ")
			}
		}
		if n.Type == html.TextNode {
			w.WriteString(n.Data)
		}
	}
	runes := []rune(strings.Join(strings.Fields(w.String()), " "))
	return string(runes[:min(limit, len(runes))])
}

func hasPicture(clean string) bool { return strings.Contains(clean, "<img ") }
