package internal_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ground knows nothing of the business; every package from ledger up may use it.
const ground = "money fault calendar number db job secret due"

// nouns are what the edges may work with.
const nouns = "setting channel staff staff/login staff/account alarm courier guard content inbox ticket player player/* ledger venue payment wallet turnover cashier payout bet reconcile fund promo promo/* vip seamless statement lobby upload bet/feed bet/latest bet/words reconcile/finding venue/catalogue venue/contract wallet/breaker" + rooms

// rooms are the packages of the cashier below its counter.
const rooms = " cashier/order cashier/usdt cashier/bank cashier/destination cashier/method cashier/deposit cashier/slip cashier/suspense cashier/withdrawal cashier/payer cashier/chain cashier/bankfile"

// mayImport is the architecture: each package and the packages of this module
// it may use. A folder below one that stands here (venue/ky) has its own row or
// none at all, and then the test fails. Stars stand for any name.
var mayImport = map[string]string{
	"internal/number": "calendar secret", "internal/money": "", "internal/fault": "", "internal/calendar": "", "internal/secret": "fault",
	"internal/db":                  "fault calendar migrations",
	"internal/db/dbtest":           "db calendar job migrations",
	"internal/job":                 "db fault calendar",
	"internal/due":                 "db job calendar",
	"internal/ledger":              ground,
	"internal/staff":               ground,
	"internal/staff/login":         ground + " staff",
	"internal/staff/account":       ground + " staff staff/login",
	"internal/staff/stafftest":     "staff staff/account",
	"internal/setting":             ground + " staff",
	"internal/channel":             ground + " staff setting upload payment cashier/bank cashier/method cashier/order cashier/usdt",
	"internal/guard":               ground + " staff",
	"internal/brand":               ground + " setting upload",
	"internal/licence":             ground + " setting upload",
	"internal/content":             ground + " staff",
	"internal/inbox":               ground + " guard courier",
	"internal/picture":             "fault",
	"internal/upload":              ground + " staff picture",
	"internal/upload/uploadtest":   "",
	"internal/ticket":              ground + " staff inbox picture",
	"internal/player/identity":     ground + " staff guard inbox courier setting",
	"internal/player/access":       ground + " staff guard inbox courier setting player/identity",
	"internal/player/credential":   ground + " staff guard inbox courier setting player/identity player/access",
	"internal/player/passkeytest":  "",
	"internal/player/contact":      ground + " staff guard inbox courier setting player/identity player/access player/credential",
	"internal/player":              ground + " staff guard inbox courier setting player/*",
	"internal/venue":               ground + " staff",
	"internal/venue/catalogue":     ground + " staff venue",
	"internal/venue/contract":      ground + " staff venue",
	"internal/venue/*":             "venue venue/wire money fault calendar", // wire is what adapters share
	"internal/outward":             "reach",
	"internal/alarm":               ground + " staff outward reach",
	"internal/courier":             ground + " staff setting outward reach",
	"internal/reach":               "",
	"internal/payment":             ground + " staff",
	"internal/payment/*":           "payment payment/node payment/wire money fault calendar number", // what the adapters of chains share, and those of gateways
	"internal/wallet":              ground + " staff ledger player player/* guard venue wallet/breaker",
	"internal/turnover":            ground + " staff setting player player/*",
	"internal/wallet/breaker":      "fault guard venue",
	"internal/banksheet":           "money fault calendar",
	"internal/cashier":             ground + " staff setting ledger player player/* guard payment turnover" + rooms,
	"internal/cashier/order":       ground + " staff setting ledger player player/* guard inbox payment turnover",
	"internal/cashier/usdt":        ground + " staff setting ledger payment cashier/order",
	"internal/cashier/bank":        ground + " staff cashier/order",
	"internal/cashier/destination": ground + " staff player player/* inbox payment cashier/order cashier/usdt cashier/bank",
	"internal/cashier/method":      ground + " staff guard payment cashier/order cashier/usdt cashier/bank",
	"internal/cashier/deposit":     ground + " staff ledger player player/* guard inbox payment turnover cashier/order cashier/usdt cashier/bank cashier/destination cashier/method",
	"internal/cashier/slip":        ground + " picture cashier/order cashier/deposit",
	"internal/cashier/suspense":    ground + " staff ledger player player/* guard payment cashier/order cashier/usdt cashier/bank cashier/method cashier/deposit",
	"internal/cashier/withdrawal":  ground + " staff ledger player player/* guard inbox turnover cashier/order cashier/usdt cashier/bank cashier/destination",
	"internal/cashier/payer":       ground + " staff ledger guard inbox payment cashier/order cashier/usdt cashier/bank cashier/destination cashier/withdrawal",
	"internal/cashier/chain":       ground + " staff ledger payment cashier/order cashier/usdt cashier/bank cashier/deposit",
	"internal/cashier/bankfile":    ground + " staff banksheet cashier/order cashier/usdt cashier/bank cashier/deposit cashier/suspense cashier/withdrawal cashier/payer",
	"internal/cashier/cashiertest": "cashier/order cashier/bank cashier/method cashier/usdt payment money db secret",
	"internal/payout":              ground + " staff setting guard ledger payment cashier/bank cashier/order cashier/payer cashier/withdrawal",
	"internal/bet":                 ground + " staff ledger player player/* venue turnover bet/words",
	"internal/bet/feed":            ground + " staff venue bet",
	"internal/bet/latest":          ground + " bet",
	"internal/bet/words":           "venue",
	"internal/seamless":            ground + " guard ledger venue bet",
	"internal/fund":                ground + " staff setting ledger player player/* guard turnover",
	"internal/vip":                 ground + " staff setting guard inbox ledger player player/* bet fund",
	"internal/forfeit":             ground + " ledger turnover",
	"internal/earning":             ground + " ledger",
	"internal/promo/rule":          ground + " staff setting turnover",
	"internal/promo/award":         ground + " staff ledger inbox promo/rule",
	"internal/promo/draw":          ground + " promo/rule",
	"internal/promo":               ground + " staff ledger player player/* guard turnover bet cashier/deposit promo/*",
	"internal/reconcile":           ground + " staff guard ledger player player/* wallet turnover venue payment bet bet/feed reconcile/finding cashier/deposit cashier/order",
	"internal/reconcile/finding":   "money guard",
	"internal/sheet":               "calendar money",
	"internal/statement":           ground + " staff ledger wallet cashier cashier/deposit cashier/usdt cashier/withdrawal turnover fund promo/award vip",
	"internal/lobby":               ground + " guard player player/* venue wallet bet bet/latest cashier/deposit cashier/destination promo fund vip",
	"internal/door":                "calendar fault",
	"internal/api":                 "fault", // what both edges share
	"internal/playerapi":           nouns + " api playerapi/* money fault calendar number door db",
	"internal/playerapi/route":     "api player player/* money fault calendar door",
	"internal/playerapi/wire":      "api money calendar number",
	"internal/playerapi/*":         nouns + " api playerapi/route playerapi/wire money fault calendar number door db", // a desk uses no other desk
	"internal/adminapi":            nouns + " api adminapi/* forfeit earning sheet money fault calendar door db",
	"internal/adminapi/route":      "api adminapi/wire staff staff/login setting sheet money fault calendar",
	"internal/adminapi/wire":       "api staff money calendar",
	"internal/adminapi/*":          nouns + " api adminapi/route adminapi/wire forfeit earning banksheet sheet money fault calendar door db", // a desk uses no other desk
	"internal/hookapi":             nouns + " money fault calendar door",
	"internal/site":                "content guard fault calendar door",
	"internal/app":                 "*",
	"internal/app/company":         ground + " door reach channel payout payment payment/* venue venue/*",
	"internal/app/command":         ground + " staff staff/* guard ledger wallet cashier payout bet seamless fund vip promo/award forfeit earning turnover reconcile",
	"internal/app/backup":          ground + " ledger app/command",
	"internal/apptest":             "*",
	"internal/bench":               "*",
	"internal/proof":               "",
	"internal/proof/*":             "*", // proofs are tests; they drive the whole house
	"internal/demo":                "*", // the one place where the house meets the simulated companies
	"migrations":                   "",
	"web":                          "",
	"web/games":                    "",
	"cmd/hongyun":                  "app app/* calendar licence",
	"cmd/sandbox":                  "sandbox calendar money web/games",
	"cmd/demo":                     "app demo",
	"sandbox":                      "sandbox/* money calendar",
	"sandbox/*":                    "sandbox/* money calendar",
	"sandbox/*/*":                  "sandbox/* money calendar",
}

// beside are what the tests of a package may import beyond its own row: the
// kits, and the far side of a protocol, which stands outside for that reason.
const beside = "staff/login staff/account banksheet upload upload/uploadtest cashier/cashiertest setting channel proof db db/dbtest job calendar money fault secret inbox venue/venuetest venue/wire venue/hub88 venue/ky venue/cq9 venue/vr venue/ag venue/avia venue/im venue/fb venue/pinnacle venue/bti venue/xj188 venue/bbin venue/saba venue/wm venue/tcg venue/pg venue/tf venue/sexy venue/jdb payment/paymenttest payment/epay payment/fourparty payment/epusdt payment/dfpay payment/payouttest payment/chaintest sandbox sandbox/* apptest app staff staff/stafftest guard ledger player player/* venue payment turnover migrations bet/feed venue/catalogue venue/contract wallet/breaker reconcile/finding app/* picture cashier" + rooms

// source is one Go file of the module.
type source struct {
	path    string // from the module's root, with slashes
	dir     string
	isTest  bool
	file    *ast.File
	fset    *token.FileSet
	imports map[string]string // path → name it goes by in this file
}

// sources reads every Go file of the module once.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	for _, root := range []string{"internal", "cmd", "sandbox", "migrations", "web"} {
		err := filepath.WalkDir("../"+root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				if e != nil && (e.Name() == "node_modules" || e.Name() == "testdata" || e.Name() == "dist") {
					return filepath.SkipDir
				}
				return err
			}
			if !strings.HasSuffix(path, ".go") {
				return nil
			}
			fset := token.NewFileSet()
			file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			s := source{path: filepath.ToSlash(path)[3:], file: file, fset: fset, imports: map[string]string{}}
			s.dir = s.path[:strings.LastIndexByte(s.path, '/')]
			// A kit for tests, such as venuetest, is test code in all but its name.
			s.isTest = strings.HasSuffix(path, "_test.go") || strings.HasSuffix(s.dir, "test") || strings.HasPrefix(s.dir, "internal/proof")
			for _, spec := range file.Imports {
				to, _ := strconv.Unquote(spec.Path.Value)
				name := to[strings.LastIndexByte(to, '/')+1:]
				if spec.Name != nil {
					name = spec.Name.Name
				}
				s.imports[to] = name
			}
			all = append(all, s)
			return nil
		})
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	return all
}

func rowOf(dir string) (string, bool) {
	if row, ok := mayImport[dir]; ok {
		return row, true
	}
	for pattern, row := range mayImport {
		if ok, _ := filepath.Match(pattern, dir); ok {
			return row, true
		}
	}
	return "", false
}

// allows says whether a row of the table names a package of this module.
func allows(row, imported string) bool {
	short := strings.TrimPrefix(imported, "internal/")
	return slices.ContainsFunc(strings.Fields(row), func(name string) bool {
		deep := strings.TrimSuffix(name, "/*")
		return name == "*" || name == short || deep != name && strings.HasPrefix(short, deep+"/")
	})
}

// The house stays readable as long as arrows point one way: whoever opens a
// package knows from its row what it can possibly touch.
func TestPackagesImportOnlyWhatTheArchitectureNames(t *testing.T) {
	for _, s := range sources(t) {
		row, ok := rowOf(s.dir)
		if !ok && s.dir != "internal" {
			t.Errorf("%s: %s is not in the table of packages", s.path, s.dir)
			continue
		}
		if s.isTest {
			row += " " + beside + " " + strings.TrimPrefix(s.dir, "internal/")
		}
		for to := range s.imports {
			inside, ours := strings.CutPrefix(to, "hongyun/")
			if ours && !allows(row, inside) && s.dir != "internal" && !(s.isTest && strings.HasPrefix(s.dir, "internal/app")) {
				t.Errorf("%s imports %s, which %s may not", s.path, inside, s.dir)
			}
		}
	}
}

// Some libraries and packages have one door.
func TestOneDoorForEachOfThese(t *testing.T) {
	only := map[string][]string{
		"github.com/riverqueue/river":   {"internal/job"},
		"github.com/pressly/goose":      {"internal/db"},
		"modernc.org/sqlite":            {"internal/db", "sandbox/books", "internal/db/dbtest"},
		"github.com/alexedwards":        {"internal/secret"},
		"github.com/danielgtaylor/huma": {"internal/api", "internal/playerapi", "internal/playerapi/route", "internal/adminapi"},
	}
	for _, s := range sources(t) {
		for to := range s.imports {
			for library, doors := range only {
				if strings.HasPrefix(to, library) && !slices.Contains(doors, s.dir) && !s.isTest {
					t.Errorf("%s imports %s: only %s may", s.path, to, strings.Join(doors, ", "))
				}
			}
		}
		if strings.HasPrefix(s.dir, "cmd/hongyun") || strings.HasPrefix(s.dir, "internal/") && s.dir != "internal/demo" && !s.isTest {
			for to := range s.imports {
				if strings.HasPrefix(to, "hongyun/sandbox") {
					t.Errorf("%s: the simulated companies must never be linked into the house", s.path)
				}
			}
		}
	}
}

// Edges hand the database on to the nouns' reads and do nothing with it themselves.
func TestEdgesWriteNoSQL(t *testing.T) {
	for _, s := range sources(t) {
		name := s.imports["hongyun/internal/db"]
		if s.isTest || name == "" || !strings.HasPrefix(s.dir, "internal/playerapi") && !strings.HasPrefix(s.dir, "internal/adminapi") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := sel.X.(*ast.Ident); ok && x.Name == name && sel.Sel.Name != "Reader" && sel.Sel.Name != "Tx" {
					t.Errorf("%s uses db.%s: an edge may only hand on db.Reader and db.Tx", s.path, sel.Sel.Name)
				}
				if sel.Sel.Name == "NewRaw" || sel.Sel.Name == "NewSelect" {
					t.Errorf("%s: SQL belongs to a noun's sql.go", s.path)
				}
			}
			return true
		})
	}
}

// Time comes from the injected clock, so that a test or the demo can move the
// whole house. Waiting (Sleep, After, tickers) is not reading the time.
func TestNobodyReadsTheMachinesClock(t *testing.T) {
	for _, s := range sources(t) {
		name := s.imports["time"]
		if s.isTest || name == "" || s.dir == "internal/calendar" {
			continue
		}
		forEachCall(s, name, func(fn string) {
			if fn == "Now" || fn == "Since" || fn == "Until" {
				t.Errorf("%s calls time.%s: take the time from the clock", s.path, fn)
			}
		})
	}
}

func forEachCall(s source, pkg string, do func(fn string)) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && x.Name == pkg {
				do(sel.Sel.Name)
			}
		}
		return true
	})
}

// MON-1: no floating point anywhere near an amount.
func TestNoFloatsNearMoney(t *testing.T) {
	near := strings.Fields("money ledger wallet cashier bet turnover fund payment venue promo vip")
	for _, s := range sources(t) {
		noun := strings.Split(strings.TrimPrefix(s.dir, "internal/"), "/")[0]
		if s.isTest || !strings.HasPrefix(s.dir, "internal/") || !slices.Contains(near, noun) {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && (id.Name == "float64" || id.Name == "float32" || id.Name == "ParseFloat") {
				t.Errorf("%s: %s has no place near money", s.fset.Position(id.Pos()), id.Name)
			}
			return true
		})
	}
}

// A function that does not fit a screen is two stories. Tables are exempt.
func TestFunctionsFitAScreen(t *testing.T) {
	const most = 70
	for _, s := range sources(t) {
		if s.isTest {
			continue
		}
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			from, to := s.fset.Position(f.Pos()), s.fset.Position(f.End())
			if n := to.Line - from.Line + 1; n > most {
				t.Errorf("%s: %s has %d lines, more than %d", s.path, f.Name.Name, n, most)
			}
		}
	}
}

// Code that speaks about its own making, or that is not finished, is not finished.
func TestNothingIsLeftForLater(t *testing.T) {
	later := regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
	for _, s := range sources(t) {
		for _, group := range s.file.Comments {
			if later.MatchString(group.Text()) && s.path != "internal/arrows_test.go" {
				t.Errorf("%s: %s", s.fset.Position(group.Pos()), later.FindString(group.Text()))
			}
		}
	}
}

// The README's table "What happens when…" is how a newcomer finds the one
// function to read: file and function must be there.
func TestReadmeLeadsToFunctionsThatExist(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile("(?m)^\\|[^|]*\\|\\s*`([^`]+\\.go)`,? *`(?:[A-Za-z]+\\.)?([A-Za-z]+)`")
	rows := row.FindAllStringSubmatch(string(text), -1)
	if len(rows) < 10 {
		t.Errorf("README names %d places where something happens, want at least 10", len(rows))
	}
	for _, m := range rows {
		file, err := parser.ParseFile(token.NewFileSet(), "../"+m[1], nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("README: %v", err)
			continue
		}
		found := slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
			f, ok := d.(*ast.FuncDecl)
			return ok && f.Name.Name == m[2]
		})
		if !found {
			t.Errorf("README: %s has no function %s", m[1], m[2])
		}
	}
}
