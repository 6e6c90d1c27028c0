package main

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/app/command"
)

type booksVerifyCommand struct{ databaseFlags }

var errBroken = errors.New("the books are broken")

// Run proves the books and prints the verdict: what was checked, and the first
// row that is wrong. It changes nothing.
func (c booksVerifyCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	d, err := command.OpenDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	report, err := command.VerifyBooks(ctx, d)
	if err != nil {
		return err
	}
	fmt.Print(report.Text())
	if !report.OK {
		return errBroken
	}
	return nil
}
