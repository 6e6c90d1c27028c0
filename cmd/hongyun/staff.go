package main

import (
	"context"
	"fmt"
	"strings"

	"hongyun/internal/app/command"
)

// staffFlags are what the commands about accounts need.
type staffFlags struct {
	databaseFlags
	keyFlags
	Name     string `arg:"" help:"Name to log in with."`
	AdminURL string `name:"admin-url" default:"http://127.0.0.1:8081" env:"HONGYUN_ADMIN_URL" help:"Where staff reach the back office; for the printed link."`
}

type staffAddCommand struct {
	staffFlags
	Person string   `required:"" help:"Staff number or identity document: which human being it is. Two accounts of one are one person."`
	Roles  []string `default:"owner" help:"Roles: owner, finance, support, risk, editor, auditor. The first account is always an owner."`
}

// Run adds an account. The first one needs no permission, for no account
// could give it; later ones are in the audit trail as added from here.
func (c staffAddCommand) Run(ctx context.Context) error { return c.invite(ctx, &c) }

type staffResetCommand struct{ staffFlags }

// Run lets the person of an account enrol again, where no second person can
// agree to it in the back office.
func (c staffResetCommand) Run(ctx context.Context) error { return c.invite(ctx, nil) }

// invite adds an account, or resets the named one where there is none to add,
// and prints the link.
func (f staffFlags) invite(ctx context.Context, add *staffAddCommand) error {
	log, err := f.log()
	if err != nil {
		return err
	}
	key, err := f.key()
	if err != nil {
		return err
	}
	d, err := command.OpenDatabase(ctx, f.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := command.Migrate(ctx, d); err != nil {
		return err
	}
	var link command.StaffLink
	if add != nil {
		link, err = command.AddStaff(ctx, d, key, f.Name, add.Person, add.Roles)
	} else {
		link, err = command.ResetStaff(ctx, d, key, f.Name)
	}
	if err != nil {
		return err
	}
	fmt.Printf("account  %s\nlink     %s/#/enrol/%s\n\nThe link sets the password and the authenticator. It works once, until %s.\nGive it to that person only.\n",
		link.Name, strings.TrimRight(f.AdminURL, "/"), link.Token, link.ExpiresAt.Format("2006-01-02 15:04 MST"))
	return nil
}

type staffNetworksCommand struct {
	databaseFlags
	keyFlags
	Clear bool `required:"" help:"Say that the list shall be emptied."`
}

// Run lets every address reach the back office again that the configuration lets in.
func (c staffNetworksCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	key, err := c.key()
	if err != nil {
		return err
	}
	d, err := command.OpenDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := command.ClearStaffNetworks(ctx, d, key); err != nil {
		return err
	}
	fmt.Println("the list is empty: staff are let in from every address that the configuration lets in")
	return nil
}
