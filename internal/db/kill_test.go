package db_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

func exit() { runtime.Goexit() }

// writeUntilKilled is the child of the kill test: 16 writers, each printing an
// id once it has been told that the id is stored.
func writeUntilKilled(t *testing.T) {
	d, err := db.Open(context.Background(), os.Getenv("DB_KILL_FILE"), db.Options{Log: dbtest.Quiet()})
	if err != nil {
		t.Fatal(err)
	}
	table(t, d)
	for w := range 16 {
		go func() {
			for i := 0; ; i++ {
				id := fmt.Sprintf("w%d-%d", w, i)
				if insert(d, context.Background(), id, i) == nil {
					fmt.Println("stored " + id)
				}
			}
		}()
	}
	select {}
}

func readLines(r io.Reader) (ids []string) {
	s := bufio.NewScanner(r)
	for s.Scan() {
		if id, ok := strings.CutPrefix(s.Text(), "stored "); ok {
			ids = append(ids, id)
		}
	}
	if len(ids) > 0 {
		ids = ids[:len(ids)-1] // the last line may be cut
	}
	return ids
}
