package main

import (
	"context"
	"fmt"

	"hongyun/internal/app"
)

type staffAddCommand struct {
	databaseFlags
	keyFlags
	Name  string   `arg:"" help:"Name to log in with."`
	Roles []string `default:"owner" help:"Roles: owner, finance, support, risk, auditor."`
}

// Run adds somebody. The first one needs no permission, for there is nobody to
// give it; later ones are written into the audit trail as added from here.
func (c staffAddCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	key, err := c.key()
	if err != nil {
		return err
	}
	d, err := app.OpenDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := app.Migrate(ctx, d); err != nil {
		return err
	}
	added, err := app.AddStaff(ctx, d, key, c.Name, c.Roles)
	if err != nil {
		return err
	}
	fmt.Printf("name         %s\npassword     %s\nTOTP secret  %s\n%s\n\nThis is shown once.\n",
		added.Person.Name, added.Password, added.TOTPSecret, added.TOTPURI)
	return nil
}
