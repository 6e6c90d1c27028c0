package internal_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	// promise is every wording of "opens soon".
	promise = regexp.MustCompile(`即将(?:开放|上线|推出|提供|开业|到来)|敬请期待|(?:正在|陆续)接入|尚在筹备|[Cc]oming soon|[Oo]pens soon`)

	// former are words that were shipped once. They are kept to be found and replaced.
	former = regexp.MustCompile(`"former\w*": "[^"]*"`)
)

// H-320: no text, page or shipped row of the product says that something opens soon. Only the
// operator's own announcements may.
func TestNothingPromisesThatItOpensSoon(t *testing.T) {
	read := 0
	for _, root := range []string{"../internal", "../sandbox", "../cmd", "../web/player", "../web/admin", "../web/shared", "../web/games"} {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && (e.Name() == "node_modules" || e.Name() == "dist"):
				return filepath.SkipDir
			case e.IsDir(), strings.HasSuffix(path, "_test.go"), regexp.MustCompile(`\.(?:test|spec)\.tsx?$`).MatchString(path):
				return nil
			case !regexp.MustCompile(`\.(?:go|tsx?|json|html|csv|svg|md|txt|sql|webmanifest)$`).MatchString(path):
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			read++
			if found := promise.FindString(former.ReplaceAllString(string(text), "")); found != "" {
				t.Errorf("%s says %q", path, found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 500 {
		t.Errorf("only %d files were read", read)
	}
}
