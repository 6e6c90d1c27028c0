package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"hongyun/internal/app/backup"
	"hongyun/internal/app/command"
)

type backupCommand struct {
	databaseFlags
	To   string `required:"" help:"A new file, or a folder that gets a file named after the time."`
	Keep int    `help:"In a folder: how many copies stay, the newest. Default: all."`
}

// Run copies a database, also one that a house is working on, proves the copy
// and says what is in it.
func (c backupCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	m, to, err := backup.TakeBackup(ctx, backup.Backup{Database: c.Database, To: c.To, Keep: c.Keep, Program: versionText(), Log: log})
	if to != "" {
		fmt.Printf("%s\n%d bytes, sha256 %s\ntaken at %s in %s\n%d accounts, %d entries, %d postings; books: %s\n",
			to, m.Bytes, m.SHA256, m.TakenAt.Format(time.RFC3339), m.Took, m.Accounts, m.Entries, m.Postings, m.Books)
	}
	return err
}

type restoreCommand struct {
	databaseFlags
	From  string `help:"A copy that 'hongyun backup' took."`
	Force bool   `help:"There is a database already: put it aside."`
	Mark  bool   `help:"Restore nothing: the database was restored by other means (pg_basebackup, pg_dump); close its gate."`
}

// Run puts a copy in place and closes the gate, or closes the gate alone.
func (c restoreCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	if c.Mark == (c.From != "") {
		return errors.New("name a copy with --from, or say --mark")
	}
	if c.Mark {
		return c.mark(ctx)
	}
	r, err := backup.Restore(ctx, backup.Restoring{From: c.From, Database: c.Database, Force: c.Force, Log: log})
	if err != nil {
		return err
	}
	fmt.Printf("restored the copy of %s: %d entries, taken by %s\n", r.TakenAt.Format(time.RFC3339), r.Entries, r.Program)
	if r.Aside != "" {
		fmt.Printf("the database that was there is %s\n", r.Aside)
	}
	tellGate(r.KnownUntil)
	return nil
}

func (c restoreCommand) mark(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	d, err := command.OpenDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := command.Migrate(ctx, d); err != nil {
		return err
	}
	known, err := command.MarkRestored(ctx, d, "数据库由其他方式恢复")
	if err != nil {
		return err
	}
	tellGate(known)
	return nil
}

func tellGate(known time.Time) {
	since := "everything"
	if !known.IsZero() {
		since = "everything since " + known.UTC().Format(time.RFC3339)
	}
	fmt.Printf("the gate is closed: no money moves until the companies were asked about %s\n", since)
}

type gateStatusCommand struct{ databaseFlags }

// Run says what is closed.
func (c gateStatusCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	d, err := command.OpenDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	return command.GateStatus(ctx, d, os.Stdout)
}

// doorFlags name a way of money and why it is closed or opened.
type doorFlags struct {
	databaseFlags
	Door   string `arg:"" help:"all, deposits, withdrawals, transfers, venue:CODE or gateway:CODE."`
	Reason string `required:"" help:"Why, for the audit trail."`
}

type gateCloseCommand struct{ doorFlags }

// Run closes a way of money; running nodes follow within two seconds.
func (c gateCloseCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	d, err := command.OpenDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	return command.CloseGate(ctx, d, c.Door, c.Reason)
}

type gateOpenCommand struct {
	doorFlags
	Anyway bool `help:"Open although the comparison with the companies, or the opening of a new installation, has not passed."`
}

// Run opens a way of money without a second person.
func (c gateOpenCommand) Run(ctx context.Context) error {
	log, err := c.log()
	if err != nil {
		return err
	}
	d, err := command.OpenDatabase(ctx, c.Database, log)
	if err != nil {
		return err
	}
	defer d.Close()
	return command.OpenGate(ctx, d, c.Door, c.Reason, c.Anyway)
}
