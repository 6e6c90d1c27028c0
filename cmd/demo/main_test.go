package main

import (
	"testing"

	"github.com/alecthomas/kong"
)

func TestBotsPlayUnlessATestRunsTheDemo(t *testing.T) {
	for _, c := range []struct {
		args    []string
		captcha string
		want    int
	}{
		{nil, "", defaultBots},
		{nil, "abcd", 0},
		{[]string{"--bots", "3"}, "abcd", 3},
		{[]string{"--bots", "0"}, "", 0},
	} {
		t.Setenv("HONGYUN_TEST_CAPTCHA", c.captcha)
		var f flags
		k, err := kong.New(&f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.Parse(c.args); err != nil {
			t.Fatal(err)
		}
		if got := f.bots(); got != c.want {
			t.Errorf("%v with captcha %q: %d bots, want %d", c.args, c.captcha, got, c.want)
		}
	}
}
