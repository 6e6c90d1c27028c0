package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"hongyun/internal/app"
)

// asideFlags are the flags of a command that works beside the running house.
type asideFlags struct{ houseFlags }

func (f asideFlags) config() (app.Config, error) {
	if len(f.ReqTokenSecrets) == 0 {
		f.ReqTokenSecrets = []string{"serves nobody"}
	}
	return f.houseFlags.config()
}

type reconcileRunCommand struct {
	asideFlags
	Days int `default:"2" help:"How many days back orders are compared; balances always are."`
}

var errDiffers = errors.New("something differs, or somebody did not answer")

// Run compares the house with every company and names what differs.
func (c reconcileRunCommand) Run(ctx context.Context) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	return verdict(app.Compare(ctx, config, c.Days))
}

type reconcileImportCommand struct {
	asideFlags
	Channel string `required:"" help:"Whose statement it is, such as gateway:epay."`
	File    string `arg:"" type:"existingfile" help:"CSV with the columns order, txn, amount, status, time."`
}

// Run compares a statement with our orders.
func (c reconcileImportCommand) Run(ctx context.Context) error {
	config, err := c.config()
	if err != nil {
		return err
	}
	file, err := os.Open(c.File)
	if err != nil {
		return err
	}
	defer file.Close()
	return verdict(app.CompareStatement(ctx, config, c.Channel, file))
}

func verdict(found app.Comparison, err error) error {
	if err != nil {
		return err
	}
	fmt.Print(found.Text())
	if !found.Right() {
		return errDiffers
	}
	return nil
}
