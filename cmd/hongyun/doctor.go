package main

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/app"
)

type doctorCommand struct{ houseFlags }

var errSick = errors.New("something must be put right first")

// Run looks at everything a house needs before it opens, says what it finds,
// and fails if anything would stop it. It changes nothing.
func (c doctorCommand) Run(ctx context.Context) error {
	sick, dead := false, false
	say := func(ok bool, what, found string) {
		mark := "ok  "
		if !ok {
			mark, sick = "BAD ", true
		}
		fmt.Printf("%s  %-14s %s\n", mark, what, found)
	}
	config, err := c.config()
	if err != nil {
		say(false, "configuration", err.Error())
		return errSick
	}
	say(true, "configuration", "readable")
	for _, finding := range app.Doctor(ctx, config) {
		say(finding.OK, finding.What, finding.Found)
		dead = dead || !finding.OK && (finding.What == "configuration" || finding.What == "database")
	}
	if !dead {
		for _, finding := range app.OpeningFindings(ctx, config) {
			say(finding.OK, finding.What, finding.Found)
		}
	}
	if sick {
		return errSick
	}
	return nil
}
