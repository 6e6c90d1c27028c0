package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// plainPackages lists the folders whose comments were rewritten in plain
// English. Their share of each mark stays below plainLimit. The list only grows.
var plainPackages = strings.Fields(`
internal/adminapi/books internal/adminapi/cash internal/adminapi/gaming internal/adminapi/offers
internal/adminapi/people internal/adminapi/site internal/adminapi/wire
internal/api internal/bet internal/bet/feed internal/bet/latest internal/calendar internal/content internal/door internal/due internal/fault
internal/forfeit internal/fund internal/guard internal/hookapi internal/inbox internal/job
internal/brand internal/licence internal/playerapi/account internal/playerapi/cash internal/playerapi/gaming
internal/promo/award internal/promo/draw internal/promo/rule internal/upload internal/upload/uploadtest
internal/ledger internal/lobby internal/money internal/number internal/reconcile internal/reconcile/finding internal/seamless
internal/secret internal/site internal/statement internal/turnover internal/venue
internal/venue/ag internal/venue/avia internal/venue/bbin internal/venue/bti internal/venue/catalogue
internal/venue/contract internal/venue/cq9
internal/venue/fb internal/venue/hub88 internal/venue/im internal/venue/jdb internal/venue/ky
internal/venue/pg internal/venue/pinnacle internal/venue/saba internal/venue/sexy
internal/venue/tcg internal/venue/tf internal/venue/venuetest internal/venue/vr
internal/venue/wire internal/venue/wm internal/venue/xj188 internal/vip internal/wallet
internal/wallet/breaker sandbox
sandbox/board sandbox/chains sandbox/fair sandbox/fair/fairtest sandbox/faults sandbox/fishing
sandbox/live sandbox/lottery sandbox/play sandbox/play/arcade sandbox/play/cardroom
sandbox/play/dealer sandbox/play/fishery sandbox/play/lotto sandbox/play/reels
sandbox/play/sportsbook sandbox/slots sandbox/sports sandbox/venues/ag
sandbox/venues/avia sandbox/venues/bbin sandbox/venues/bti sandbox/venues/callers
sandbox/venues/cq9 sandbox/venues/fb sandbox/venues/hub88 sandbox/venues/im sandbox/venues/jdb
sandbox/venues/ky sandbox/venues/pg sandbox/venues/pinnacle sandbox/venues/purse
sandbox/venues/saba sandbox/venues/sexy sandbox/venues/tcg sandbox/venues/tf
sandbox/venues/tickets sandbox/venues/vr sandbox/venues/wm sandbox/venues/xj188 web/games
web/player web/shared
`)

// plainLimit is the largest share of comment sentences, in percent, that may
// carry one mark of unclear language.
const plainLimit = 0.3

// maxSentenceWords is the longest sentence a comment may hold.
const maxSentenceWords = 25

// wordMarks are the marks of unclear language and how a sentence shows each.
var wordMarks = []struct {
	name  string
	shown func(sentence string) bool
}{
	{"opening", regexp.MustCompile(`^["'(]*(What|Who|Whoever|Of|Not|That|Nobody)\b`).MatchString},
	{"somebody", regexp.MustCompile(`(?i)\b(some|no|any)body\b`).MatchString},
	{"stands", regexp.MustCompile(`\bstands\b`).MatchString},
	{"house", func(sentence string) bool { return anyHouse.MatchString(tradeHouse.ReplaceAllString(sentence, "")) }},
	{"long", func(sentence string) bool { return len(strings.Fields(sentence)) > maxSentenceWords }},
}

// The ledger's house accounts and the edge of a game keep the word "house".
var (
	anyHouse   = regexp.MustCompile(`(?i)\bhouses?\b`)
	tradeHouse = regexp.MustCompile(`(?i)\bhouse(:|['’]s edge| edge| accounts?\b)`)
)

// wordCount counts the comment sentences of one folder and those with each mark.
type wordCount struct {
	sentences int
	marked    []int
	examples  []string // place, mark and text of each marked sentence
}

func (c *wordCount) add(place, comment string) {
	for _, sentence := range sentences(comment) {
		c.sentences++
		for i, mark := range wordMarks {
			if mark.shown(sentence) {
				c.marked[i]++
				c.examples = append(c.examples, place+": "+mark.name+": "+sentence)
			}
		}
	}
}

func (c *wordCount) share(mark int) float64 {
	return 100 * float64(c.marked[mark]) / float64(max(c.sentences, 1))
}

func (c *wordCount) String() string {
	text := fmt.Sprintf("%5d sentences", c.sentences)
	for i, mark := range wordMarks {
		text += fmt.Sprintf("  %s %.1f %%", mark.name, c.share(i))
	}
	return text
}

// TestCommentsOfPlainPackagesStayPlain fails where a rewritten folder exceeds
// the limit of a mark. With -v it prints the figures of every folder.
func TestCommentsOfPlainPackagesStayPlain(t *testing.T) {
	counts := countComments(t)
	if testing.Verbose() {
		for _, folder := range slices.Sorted(maps.Keys(counts)) {
			t.Logf("%-32s %v", folder, counts[folder])
		}
	}
	for _, folder := range plainPackages {
		c := counts[folder]
		if c == nil {
			t.Errorf("%s is listed as plain and has no comments", folder)
			continue
		}
		for i, mark := range wordMarks {
			if c.share(i) > plainLimit {
				t.Errorf("%s: %.1f %% of its sentences show %q:\n%s", folder, c.share(i), mark.name, strings.Join(c.examples, "\n"))
			}
		}
	}
}

func TestSentencesOfAComment(t *testing.T) {
	got := sentences("Package a adds, e.g. two\nnumbers. It is 3.5 fast!\n\n\tcode. Here\n\n- One item\n- Another")
	want := []string{"Package a adds, e.g. two numbers.", "It is 3.5 fast!", "One item", "Another"}
	if !slices.Equal(got, want) {
		t.Errorf("sentences = %q, want %q", got, want)
	}
}

func TestEachMarkIsSeen(t *testing.T) {
	for mark, sentence := range map[string]string{
		"opening":  "What is refused returns.",
		"somebody": "It waits for somebody.",
		"stands":   "The amount stands here.",
		"house":    "The house pays.",
		"long":     strings.Repeat("word ", maxSentenceWords+1),
	} {
		var seen []string
		for _, m := range wordMarks {
			if m.shown(sentence) {
				seen = append(seen, m.name)
			}
		}
		if !slices.Equal(seen, []string{mark}) {
			t.Errorf("%q shows %v, want %s", sentence, seen, mark)
		}
	}
}

// countComments reads the comments of all Go and TypeScript files, by folder.
// Folders of the web are counted as one up to their second level.
func countComments(t *testing.T) map[string]*wordCount {
	t.Helper()
	counts := map[string]*wordCount{}
	count := func(folder string) *wordCount {
		if counts[folder] == nil {
			counts[folder] = &wordCount{marked: make([]int, len(wordMarks))}
		}
		return counts[folder]
	}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{"node_modules", "dist", ".git", "bin"}, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		name := strings.TrimPrefix(filepath.ToSlash(path), "../")
		switch filepath.Ext(path) {
		case ".go":
			return goComments(path, func(line int, text string) {
				count(filepath.ToSlash(filepath.Dir(name))).add(fmt.Sprint(name, ":", line), text)
			})
		case ".ts", ".tsx":
			if strings.HasSuffix(path, ".d.ts") {
				return nil // generated from the API documents
			}
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			parts := strings.SplitN(name, "/", 3)
			scriptComments(string(source), func(line int, text string) {
				count(strings.Join(parts[:len(parts)-1], "/")).add(fmt.Sprint(name, ":", line), text)
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// goComments calls found for each comment group of a Go file that is not generated.
func goComments(path string, found func(line int, text string)) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	if ast.IsGenerated(file) {
		return nil
	}
	declared := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			declared[n.Name.Name] = true
		case *ast.TypeSpec:
			declared[n.Name.Name] = true
		case *ast.Field:
			for _, name := range n.Names {
				declared[name.Name] = true
			}
		}
		return true
	})
	for _, group := range file.Comments {
		text := group.Text()
		if name, rest, _ := strings.Cut(text, " "); declared[name] {
			text = "It " + rest // a doc comment begins with the name of its declaration
		}
		found(files.Position(group.Pos()).Line, text)
	}
	return nil
}

// scriptToken matches a string, a template or a comment of TypeScript,
// whichever begins first, so that a quoted "//" is not taken for a comment.
var scriptToken = regexp.MustCompile("(?s)\"(?:[^\"\\\\\n]|\\\\.)*\"|'(?:[^'\\\\\n]|\\\\.)*'|`(?:[^`\\\\]|\\\\.)*`|/\\*.*?\\*/|(?:[ \t]*//[^\n]*\n?)+")

// scriptComments calls found for each comment of a TypeScript file. Line
// comments directly below each other are one comment.
func scriptComments(source string, found func(line int, text string)) {
	for _, at := range scriptToken.FindAllStringIndex(source, -1) {
		text := strings.TrimSpace(source[at[0]:at[1]])
		if !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "/*") {
			continue
		}
		lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/"), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimPrefix(strings.TrimLeft(line, "/* \t"), " ")
		}
		found(1+strings.Count(source[:at[0]], "\n"), strings.Join(lines, "\n"))
	}
}

// sentenceEnd is the end of a sentence inside a paragraph; the next one begins
// with something else than a small letter.
var sentenceEnd = regexp.MustCompile(`[.!?]["')\]]*\s+`)

// sentences splits a comment. Indented lines are code and are left out; each
// item of a list begins a sentence.
func sentences(comment string) []string {
	var paragraphs []string
	open := false
	for line := range strings.SplitSeq(comment, "\n") {
		item := strings.TrimLeft(line, " ")
		switch {
		case strings.TrimSpace(line) == "", strings.HasPrefix(line, "\t"):
			open = false
		case strings.HasPrefix(item, "biome-ignore "):
			open = false // a directive with its reason
		case strings.HasPrefix(item, "- "), strings.HasPrefix(item, "* "):
			paragraphs = append(paragraphs, item[2:])
			open = true
		case open:
			paragraphs[len(paragraphs)-1] += " " + item
		default:
			paragraphs = append(paragraphs, item)
			open = true
		}
	}
	var all []string
	for _, p := range paragraphs {
		begin := 0
		for _, end := range sentenceEnd.FindAllStringIndex(p, -1) {
			next := []rune(p[end[1]:])
			if len(next) > 0 && !unicode.IsLower(next[0]) {
				all = append(all, strings.TrimSpace(p[begin:end[1]]))
				begin = end[1]
			}
		}
		if rest := strings.TrimSpace(p[begin:]); rest != "" {
			all = append(all, rest)
		}
	}
	return all
}
