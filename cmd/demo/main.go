// Command demo runs the whole house with everything around it in one process:
// the player site, the back office, and the simulated venues and gateways, with
// seeded players and play money. It is for trying things out and for tests; it
// must never face the internet.
package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"hongyun/internal/app"
	"hongyun/internal/demo"
)

// defaultBots play where nothing else was asked for.
const defaultBots = 6

// stopWithin is how long SIGTERM may take.
const stopWithin = 9 * time.Second

type flags struct {
	Player   string        `default:"127.0.0.1:8080" env:"DEMO_PLAYER" help:"Address of the player site and its API; port 0 picks one."`
	Admin    string        `default:"127.0.0.1:8081" env:"DEMO_ADMIN" help:"Address of the back office."`
	Hooks    string        `default:"127.0.0.1:8082" env:"DEMO_HOOKS" help:"Address for callbacks of gateways."`
	Ops      string        `default:"127.0.0.1:8083" env:"DEMO_OPS" help:"Address of health, metrics and the test clock."`
	Sandbox  string        `default:"127.0.0.1:8090" env:"DEMO_SANDBOX" help:"Address of the simulated companies."`
	Data     string        `default:"demo-data" env:"DEMO_DATA" help:"Folder of everything that is kept: databases, keys, the moved clock."`
	Database string        `env:"DEMO_DATABASE" help:"sqlite:PATH or postgres://…; default: SQLite in the data folder."`
	Ready    string        `help:"File to write, as JSON, when everything answers."`
	Captcha  string        `env:"HONGYUN_TEST_CAPTCHA" hidden:"" help:"Answer accepted beside the drawn captcha."`
	Idle     time.Duration `env:"HONGYUN_TEST_STAFF_IDLE" hidden:"" help:"How long a session of staff lives unused, on a clock that tests move."`
	Bots     *int          `env:"DEMO_BOTS" help:"Players that play by themselves, at most 12, and with them the simulated players of other operators. Default: 6, or none where a test answers the captcha."`
	LogLevel string        `default:"warn" enum:"debug,info,warn,error" env:"DEMO_LOG_LEVEL" help:"What is logged to stderr."`
}

func main() {
	var f flags
	kong.Parse(&f, kong.Name("demo"), kong.Description("The house and its companies in one process. Play money only."))
	if err := run(f); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

// bots is how many players play by themselves. Tests answer the captcha, and count
// what they do themselves.
func (f flags) bots() int {
	switch {
	case f.Bots != nil:
		return *f.Bots
	case f.Captcha != "":
		return 0
	}
	return defaultBots
}

func run(f flags) error {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.LogLevel)); err != nil {
		return err
	}
	log := app.NewLog(os.Stderr, level, false)
	slog.SetDefault(log)
	bots := f.bots()
	d, err := demo.Start(ctx, demo.Options{
		Player: f.Player, Admin: f.Admin, Hooks: f.Hooks, Ops: f.Ops, Sandbox: f.Sandbox,
		Data: f.Data, Database: f.Database, TestCaptcha: f.Captcha, StaffIdle: f.Idle, Bots: bots, Log: log,
	})
	if err != nil {
		return err
	}
	if f.Ready != "" {
		err = d.WriteReady(ctx, f.Ready)
	}
	if err == nil {
		show(d.Ready(), bots)
		<-ctx.Done()
	}
	within, done := context.WithTimeout(context.Background(), stopWithin)
	defer done()
	if stopped := d.Stop(within); err == nil {
		err = stopped
	}
	return err
}

// show prints where everything is and who may log in.
func show(r demo.Ready, bots int) {
	fmt.Printf("\n鸿运 Hongyun: the demo is running. Play money only.\n\n")
	fmt.Printf("  player site   %s\n  back office   %s\n  ops           %s\n  companies     %s\n\n", r.Player, r.Admin, r.Ops, r.Sandbox)
	for _, p := range r.Players {
		fmt.Printf("  player  %-8s password %s\n", p.Name, p.Password)
	}
	for _, s := range r.Staffs {
		fmt.Printf("  staff   %-8s password %s   TOTP secret %s\n", s.Name, s.Password, s.TOTPSecret)
	}
	fmt.Printf("\n  %d simulated players play: %s/control/ switches them on and off.\n", bots, r.Sandbox)
	fmt.Printf("\nCtrl-C ends it.\n")
}
