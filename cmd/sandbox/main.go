// Command sandbox runs the simulated companies on their own, for a program that
// runs elsewhere on this machine: game venues of the KY protocol, payment gateways,
// a company that pays out, and three chains. Package sandbox describes their answers.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"hongyun/internal/money"
	"hongyun/sandbox"
	pages "hongyun/web/games"
)

const stopWithin = 8 * time.Second

// flags are the command line; each has its environment variable. Keys left
// empty are made up and printed.
type flags struct {
	Listen  string        `default:"127.0.0.1:8090" env:"SANDBOX_LISTEN" help:"Address to listen on; port 0 picks one."`
	Data    string        `default:"sandbox-data" env:"SANDBOX_DATA" help:"Folder of the companies' books."`
	BaseURL string        `name:"base-url" env:"SANDBOX_BASE_URL" help:"Address browsers reach the sandbox under; default: the listening one."`
	PullGap time.Duration `default:"10s" env:"SANDBOX_PULL_GAP" help:"Least time between two record pulls of a venue; below 0: none."`
	NoBots  bool          `name:"no-bots" env:"SANDBOX_NO_BOTS" help:"Leave the board tables to people."`
	Debug   bool          `env:"SANDBOX_DEBUG" help:"Log every request."`

	KyAgent  string `default:"70001" env:"SANDBOX_KY_AGENT" help:"KY channel number."`
	KyDes    string `name:"ky-des-key" env:"SANDBOX_KY_DES_KEY" help:"KY AES key, 16 bytes."`
	KyMD5    string `name:"ky-md5-key" env:"SANDBOX_KY_MD5_KEY" help:"KY signing key."`
	LegAgent string `default:"80001" env:"SANDBOX_LEG_AGENT" help:"LEG channel number."`
	LegDes   string `name:"leg-des-key" env:"SANDBOX_LEG_DES_KEY" help:"LEG AES key, 16 bytes."`
	LegMD5   string `name:"leg-md5-key" env:"SANDBOX_LEG_MD5_KEY" help:"LEG signing key."`
	Line     string `default:"hongyun" env:"SANDBOX_LINE_CODE" help:"Line code shown in records."`
	EpayPID  string `name:"epay-pid" default:"1001" env:"SANDBOX_EPAY_PID" help:"Epay merchant number."`
	EpayKey  string `name:"epay-key" env:"SANDBOX_EPAY_KEY" help:"Epay signing key."`

	FourMember    string `name:"fourparty-member" default:"10001" env:"SANDBOX_FOURPARTY_MEMBER" help:"Merchant number of the pay_* gateway."`
	FourKey       string `name:"fourparty-key" env:"SANDBOX_FOURPARTY_KEY" help:"Signing key of the pay_* gateway."`
	DfpayMerchant string `name:"dfpay-merchant" default:"40001" env:"SANDBOX_DFPAY_MERCHANT" help:"Merchant number of the company that pays out."`
	DfpayKey      string `name:"dfpay-key" env:"SANDBOX_DFPAY_KEY" help:"Signing key of the company that pays out."`

	EpusdtToken string `name:"epusdt-token" env:"SANDBOX_EPUSDT_TOKEN" help:"Token of the epusdt."`
}

func main() {
	var f flags
	kong.Parse(&f, kong.Name("sandbox"), kong.Description("Simulated game venues, payment gateways and chains. Play money only."))
	if err := run(f); err != nil {
		fmt.Fprintln(os.Stderr, "sandbox:", err)
		os.Exit(1)
	}
}

func run(f flags) (err error) {
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	level := slog.LevelInfo
	if f.Debug {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	for _, key := range []*string{&f.KyDes, &f.KyMD5, &f.LegDes, &f.LegMD5, &f.EpayKey, &f.FourKey, &f.EpusdtToken, &f.DfpayKey} {
		if *key == "" {
			*key = rand.Text()[:16]
		}
	}
	listener, err := net.Listen("tcp", f.Listen)
	if err != nil {
		return err
	}
	base := f.BaseURL
	if base == "" {
		base = "http://" + listener.Addr().String()
	}
	if f.PullGap == 0 {
		f.PullGap = -1 // no gap was asked for; the sandbox's own zero means the default
	}
	companies, err := sandbox.New(sandbox.Config{
		DataDir: f.Data, Log: log, BaseURL: func() string { return base }, PullGap: f.PullGap, Pages: pages.Pages(), NoBots: f.NoBots,
		Venues: []sandbox.VenueConfig{
			{Code: "ky", PlatformID: 26, Protocol: sandbox.KY{Agent: f.KyAgent, DESKey: f.KyDes, MD5Key: f.KyMD5, LineCode: f.Line}},
			{Code: "leg", PlatformID: 31, Protocol: sandbox.KY{Agent: f.LegAgent, DESKey: f.LegDes, MD5Key: f.LegMD5, LineCode: f.Line}},
		},
		Gateways: []sandbox.GatewayConfig{
			{Code: "epay", PID: f.EpayPID, Key: f.EpayKey},
			{Code: "fourparty", Protocol: "fourparty", PID: f.FourMember, Key: f.FourKey},
			{Code: "epusdt", Protocol: "epusdt", Key: f.EpusdtToken},
		},
		Payers: []sandbox.PayerConfig{{Code: "dfpay", Merchant: f.DfpayMerchant, Key: f.DfpayKey, Balance: 1_000_000 * money.Yuan}},
		Chains: []sandbox.ChainConfig{{Network: "trc20"}, {Network: "erc20"}, {Network: "omni"}},
	})
	if err != nil {
		_ = listener.Close()
		return err
	}
	defer func() { err = errors.Join(err, companies.Close()) }()
	f.print(base)
	server := &http.Server{Handler: companies.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	server.RegisterOnShutdown(companies.Stop)
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	wait, done := context.WithTimeout(context.Background(), stopWithin)
	defer done()
	if err := server.Shutdown(wait); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// print tells the keys, for whoever sets the house up against them.
func (f flags) print(base string) {
	fmt.Printf("sandbox   %s   (play money)\n", base)
	fmt.Printf("venue ky  %s/venues/ky   agent %s  DES key %s  MD5 key %s  line %s\n", base, f.KyAgent, f.KyDes, f.KyMD5, f.Line)
	fmt.Printf("venue leg %s/venues/leg  agent %s  DES key %s  MD5 key %s  line %s\n", base, f.LegAgent, f.LegDes, f.LegMD5, f.Line)
	fmt.Printf("gateway   %s/gateways/epay  pid %s  key %s\n", base, f.EpayPID, f.EpayKey)
	fmt.Printf("gateway   %s/gateways/fourparty  pay_memberid %s  key %s\n", base, f.FourMember, f.FourKey)
	fmt.Printf("gateway   %s/gateways/epusdt  token %s\n", base, f.EpusdtToken)
	fmt.Printf("pay-out   %s/payers/dfpay  merchant %s  key %s\n", base, f.DfpayMerchant, f.DfpayKey)
	fmt.Printf("chains    %s/chains/trc20  %s/chains/erc20/rpc  %s/chains/omni/rpc  (wallets at /chains/trc20, /chains/erc20, /chains/omni)\n", base, base, base)
	fmt.Printf("control   %s/control/books\n", base)
}
