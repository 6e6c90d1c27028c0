// Command hongyun is the house for real: the player site with its API, the
// back office, callbacks and jobs, and the commands an operator needs.
//
// Every flag has its environment variable. Secrets come from the environment
// or from files, never from the command line, where any process could read
// them.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"
)

// version is set when a release is built.
var version = "development"

type commands struct {
	Serve   serveCommand   `cmd:"" help:"Run the house: player site and API, back office, callbacks, jobs."`
	Init    initCommand    `cmd:"" help:"Prepare a new installation: tables, first owner, and what to do next. It can be repeated."`
	Migrate migrateCommand `cmd:"" help:"Bring the database up to date and end."`
	Staff   struct {
		Add   staffAddCommand   `cmd:"" help:"Add an account; prints the link with which its person sets a password and an authenticator."`
		Reset staffResetCommand `cmd:"" help:"Let the person of an account enrol again; prints the link."`

		Networks staffNetworksCommand `cmd:"" help:"Empty the list of networks from which the back office may be reached, for those whom it locked out."`
	} `cmd:"" help:"Back-office people."`
	Books struct {
		Verify booksVerifyCommand `cmd:"" help:"Prove the books, or name the first broken row and exit with 1."`
	} `cmd:"" help:"The books."`
	Reconcile struct {
		Run    reconcileRunCommand    `cmd:"" help:"Compare orders and balances with every company; exit with 1 if anything differs."`
		Import reconcileImportCommand `cmd:"" help:"Compare a gateway's statement (CSV) with our orders."`
	} `cmd:"" help:"What the companies say."`
	Backup  backupCommand  `cmd:"" help:"Copy the database while the house works on it, and prove the copy (SQLite)."`
	Restore restoreCommand `cmd:"" help:"Put a copy in the database's place; no money moves until the companies were asked."`
	Gate    struct {
		Status gateStatusCommand `cmd:"" help:"Say which ways of money are closed."`
		Close  gateCloseCommand  `cmd:"" help:"Close a way of money at once."`
		Open   gateOpenCommand   `cmd:"" help:"Open it again, without a second person: for a house of one."`
	} `cmd:"" help:"The ways of money: what is closed, and why."`
	Doctor  doctorCommand  `cmd:"" help:"Check the configuration and say what is wrong with it."`
	Version versionCommand `cmd:"" help:"Print the version."`
}

func main() {
	var c commands
	parsed := kong.Parse(&c, kong.Name("hongyun"), kong.Description("鸿运: a betting platform for a licensed operator."), kong.UsageOnError())
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	parsed.BindTo(ctx, (*context.Context)(nil))
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "hongyun:", err)
		os.Exit(1)
	}
}

type versionCommand struct{}

func (versionCommand) Run() error {
	fmt.Println(versionText())
	return nil
}

// versionText is which program this is, as far as its build knows.
func versionText() string {
	line := "hongyun " + version
	if info, ok := debug.ReadBuildInfo(); ok {
		line += " " + info.GoVersion
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				line += " " + s.Value
			}
		}
	}
	return line
}
