package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"hongyun/internal/app"
	"hongyun/internal/app/command"
)

type initCommand struct {
	houseFlags
	Name     string `help:"Name of the first owner to log in with. Needed while there is no account."`
	Person   string `help:"Staff number or identity document of the first owner."`
	AdminURL string `name:"admin-url" default:"http://127.0.0.1:8081" env:"HONGYUN_ADMIN_URL" help:"Where staff reach the back office; for the printed addresses."`
}

var errNoOwner = errors.New("there is no account yet: name the first owner with --name and --person")

// Run prepares an installation. It brings the tables up to date, checks the
// configuration, adds the first owner if there is no account, and says what comes
// next. A second run changes nothing that the first one made.
func (c initCommand) Run(ctx context.Context) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	// A server may run already: its addresses are taken by it.
	for _, f := range app.Doctor(ctx, config) {
		switch {
		case strings.HasPrefix(f.What, "listen: "):
		case f.OK:
			fmt.Printf("ok    %-14s %s\n", f.What, f.Found)
		case f.What == "configuration" || f.What == "database":
			return fmt.Errorf("%s: %s", f.What, f.Found)
		default:
			fmt.Printf("BAD   %-14s %s\n", f.What, f.Found)
		}
	}
	if err := c.owner(ctx, config); err != nil {
		return err
	}
	return c.next(ctx, config)
}

// owner brings the tables up to date and adds the first owner.
func (c initCommand) owner(ctx context.Context, config app.Config) error {
	d, err := command.OpenDatabase(ctx, config.Database, config.Log)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := command.Migrate(ctx, d); err != nil {
		return err
	}
	fmt.Printf("ok    %-14s %s\n", "tables", "up to date")
	there, err := command.HasStaff(ctx, d, config.DataKey)
	if err != nil {
		return err
	}
	if there {
		fmt.Printf("ok    %-14s %s\n\n", "first owner", "there is an account already; a lost link is replaced by: hongyun staff reset NAME")
		return nil
	}
	if c.Name == "" || c.Person == "" {
		return errNoOwner
	}
	link, err := command.AddFirstStaff(ctx, d, config.DataKey, c.Name, c.Person)
	if err != nil {
		return err
	}
	fmt.Printf("ok    %-14s %s\n\nlink  %s/#/enrol/%s\n\nThe link sets the password and the authenticator of %s. It works once, until %s.\n\n",
		"first owner", link.Name, c.admin(), link.Token, link.Name, link.ExpiresAt.Format("2006-01-02 15:04 MST"))
	return nil
}

func (c initCommand) admin() string { return strings.TrimRight(c.AdminURL, "/") }

// next prints the steps to the opening that are left, with the pages where they are done.
func (c initCommand) next(ctx context.Context, config app.Config) error {
	steps, err := app.OpeningSteps(ctx, config)
	if err != nil {
		return err
	}
	fmt.Println("Next: start the program (hongyun serve, or systemctl enable --now hongyun), open the link, and walk through")
	fmt.Printf("%s/#/opening. These steps are left:\n", c.admin())
	for i, s := range steps {
		if s.State == "ok" {
			continue
		}
		fmt.Printf("  %2d  %-7s %s：%s\n", i+1, s.State, s.Title, s.Found)
		if s.Path != "" {
			fmt.Printf("              %s/#%s\n", c.admin(), s.Path)
		} else {
			fmt.Printf("              %s\n", s.Why)
		}
	}
	return nil
}
