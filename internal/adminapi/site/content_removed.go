package site

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// mostRemoved bounds the list of what was taken out.
const mostRemoved = 20

// comment is named once for all of them.
const comment = "<!-- -->"

// pieces are the parts of some HTML that a sanitiser may take out, counted:
// elements as <name>, attributes as <name attribute="value">.
type pieces struct {
	order []string
	count map[string]int
}

// removed names the parts of HTML that are not in what was kept of it, in the
// order of the text. It only informs: what is kept is the sanitiser's business.
func removed(before, after string) []string {
	was, is := piecesOf(before), piecesOf(after)
	gone := []string{}
	for _, piece := range was.order {
		n := was.count[piece] - is.count[piece]
		if element, _, attribute := strings.Cut(piece, " "); n <= 0 || attribute && piece != comment && is.count[element+">"] == 0 {
			continue // an attribute goes with its element
		}
		if n > 1 {
			piece += " ×" + strconv.Itoa(n)
		}
		if gone = append(gone, piece); len(gone) == mostRemoved {
			break
		}
	}
	return gone
}

func piecesOf(text string) pieces {
	p := pieces{count: map[string]int{}}
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) {
				p.add("<…>")
			}
			return p
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			p.add("<" + token.Data + ">")
			for _, a := range token.Attr {
				p.add("<" + token.Data + " " + a.Key + "=" + strconv.Quote(short(a.Val)) + ">")
			}
		case html.CommentToken:
			p.add(comment)
		}
	}
}

func (p *pieces) add(piece string) {
	if p.count[piece]++; p.count[piece] == 1 {
		p.order = append(p.order, piece)
	}
}

func short(text string) string {
	if letters := []rune(text); len(letters) > 40 {
		return string(letters[:40]) + "…"
	}
	return text
}
