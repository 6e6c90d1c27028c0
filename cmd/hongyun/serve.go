package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/command"
)

// stopWithin is how long a stop may take.
const stopWithin = 10 * time.Second

// inTests is empty in the product. Builds with a tag of their own for tests fill
// it, so that the program that is tried is this one.
var inTests []func(*app.Config)

type serveCommand struct{ houseFlags }

// Run runs the house until it is told to stop.
func (c serveCommand) Run(ctx context.Context) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	slog.SetDefault(config.Log)
	for _, change := range inTests {
		change(&config)
	}
	a, err := app.New(ctx, config)
	if err != nil {
		return err
	}
	if err := a.Content.SeedDrafts(ctx); err != nil {
		return err
	}
	if !a.Rules.ServesSomebody() {
		config.Log.Warn("nobody is served: name whom the licence lets you serve, in the back office (服务范围与年龄) or by HONGYUN_SERVE")
	}
	if len(a.Rules.Phones()) == 0 {
		config.Log.Warn("nobody can register: name whose phone numbers the licence lets you serve, in the back office (服务范围与年龄) or by HONGYUN_SERVE_PHONES")
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	config.Log.Info("the house is open", "version", version)
	<-ctx.Done()
	config.Log.Info("stopping")
	within, cancel := context.WithTimeout(context.Background(), stopWithin)
	defer cancel()
	return a.Stop(within)
}

type migrateCommand struct{ databaseFlags }

// Run brings the tables up to date.
func (c migrateCommand) Run(ctx context.Context) error {
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
	fmt.Println("the database is up to date")
	return nil
}
