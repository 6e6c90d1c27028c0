package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"strings"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/licence"
)

// databaseFlags are what every command needs.
type databaseFlags struct {
	Database string `default:"sqlite:hongyun.db" env:"HONGYUN_DATABASE" help:"sqlite:PATH or postgres://…"`
	LogLevel string `default:"info" enum:"debug,info,warn,error" env:"HONGYUN_LOG_LEVEL" help:"Least level that is logged."`
	LogText  bool   `env:"HONGYUN_LOG_TEXT" help:"Log as text instead of JSON."`
}

func (f databaseFlags) log() (*slog.Logger, error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.LogLevel)); err != nil {
		return nil, err
	}
	return app.NewLog(os.Stderr, level, !f.LogText), nil
}

// keyFlags give the key that seals personal data.
type keyFlags struct {
	DataKey     string `env:"HONGYUN_DATA_KEY" hidden:"" help:"The data key itself; from the environment only."`
	DataKeyFile string `type:"existingfile" env:"HONGYUN_DATA_KEY_FILE" help:"File with the key that seals personal data: 32 bytes as hex or base64 (or HONGYUN_DATA_KEY)."`
}

func (f keyFlags) key() ([]byte, error) {
	text := f.DataKey
	if f.DataKeyFile != "" {
		b, err := os.ReadFile(f.DataKeyFile)
		if err != nil {
			return nil, err
		}
		text = string(b)
	}
	text = strings.TrimSpace(text)
	if text == "" {
		return nil, errors.New("no data key: set HONGYUN_DATA_KEY or HONGYUN_DATA_KEY_FILE (make one with: openssl rand -hex 32)")
	}
	if key, err := hex.DecodeString(text); err == nil && len(key) == 32 {
		return key, nil
	}
	if key, err := base64.StdEncoding.DecodeString(text); err == nil && len(key) == 32 {
		return key, nil
	}
	return nil, errors.New("the data key is not 32 bytes in hex or base64")
}

// houseFlags are the configuration of a running house.
type houseFlags struct {
	databaseFlags
	keyFlags
	NoMigrate bool `env:"HONGYUN_NO_MIGRATE" help:"Do not bring the database up to date at start."`

	Player string `default:":8080" env:"HONGYUN_PLAYER" help:"Address of the player site and its API."`
	Admin  string `default:":8081" env:"HONGYUN_ADMIN" help:"Address of the back office."`
	Hooks  string `default:":8082" env:"HONGYUN_HOOKS" help:"Address for callbacks of gateways and venues."`
	Ops    string `default:"127.0.0.1:8083" env:"HONGYUN_OPS" help:"Address of health, metrics and profiles."`

	SiteURL  string   `name:"site-url" env:"HONGYUN_SITE_URL" help:"Where players reach the site, such as https://www.example.com."`
	HooksURL string   `name:"hooks-url" env:"HONGYUN_HOOKS_URL" help:"Where gateways reach us."`
	PlainWeb bool     `env:"HONGYUN_PLAIN_HTTP" help:"Browsers reach us by plain http: cookies go without Secure. For tests only."`
	Proxies  []string `env:"HONGYUN_PROXIES" help:"Networks of reverse proxies whose X-Forwarded-For is believed."`

	Office        []string      `name:"office-networks" env:"HONGYUN_OFFICE" help:"Networks from which staff may reach the back office, such as 203.0.113.0/24. Default: every address."`
	AlarmInside   []string      `name:"alarm-networks" env:"HONGYUN_ALARM_NETWORKS" help:"Internal networks that alarms may be sent into, such as 10.0.5.0/24 for a mail server of your own. Default: none."`
	GatewayInside []string      `name:"gateway-networks" env:"HONGYUN_GATEWAY_NETWORKS" help:"Internal networks in which payment gateways may be that are entered in the back office, such as 10.0.6.0/24. Default: none."`
	RequestLimit  time.Duration `name:"request-limit" default:"168h" env:"HONGYUN_REQUEST_LIMIT" help:"How long a request waits for a second person before it expires."`
	NewcomerWait  time.Duration `name:"newcomer-wait" default:"24h" env:"HONGYUN_NEWCOMER_WAIT" help:"How long a new account of staff decides nothing: neither about requests of others nor alone about money, awards and blocks of players."`

	SiteName   string            `default:"鸿运" env:"HONGYUN_SITE_NAME" help:"Name of the site."`
	Licence    string            `env:"HONGYUN_LICENCE" help:"Licence statement in the footer, until two people set 牌照资料 in the back office."`
	Serve      []string          `name:"serve-networks" env:"HONGYUN_SERVE" help:"Whom the licence lets us serve: networks such as 203.0.113.0/24, or everyone. Default: nobody."`
	Phones     []string          `name:"serve-phones" env:"HONGYUN_SERVE_PHONES" help:"Whose phone numbers the licence lets us serve: their beginnings, such as +86. Default: none, and nobody can register."`
	MinAge     int               `default:"18" env:"HONGYUN_MIN_AGE" help:"Age in years for deposits and withdrawals; at least 18."`
	Times      int               `name:"withdrawals-a-day" default:"5" env:"HONGYUN_WITHDRAWALS_A_DAY" help:"How often a player may withdraw on a day of GMT+8."`
	Daily      string            `name:"withdrawn-a-day" default:"200000.00" env:"HONGYUN_WITHDRAWN_A_DAY" help:"How much a player may withdraw on a day of GMT+8, in yuan."`
	H5Hosts    map[string]string `name:"h5-hosts" env:"HONGYUN_H5_HOSTS" help:"www host to h5 host, such as www.example.com=h5.example.com."`
	FrameHosts []string          `env:"HONGYUN_FRAME_HOSTS" help:"Hosts whose https pages the frame viewer may show, beside those that staff name."`
	NoWorker   bool              `env:"HONGYUN_NO_WORKER" help:"Take the service worker back from every browser that has it."`
	Streams    int               `name:"event-streams" default:"5000" env:"HONGYUN_EVENT_STREAMS" help:"Most event streams this node keeps open; each holds a connection."`

	ReqTokenSecrets []string `env:"HONGYUN_REQ_TOKEN_SECRETS" hidden:"" help:"Secrets of the request token, the first for new pages; from the environment."`
	StorageURL      string   `name:"storage-url" env:"HONGYUN_STORAGE_URL" help:"Store that speaks S3, for uploaded files, such as https://s3.example.com. Default: the database keeps them."`
	StorageBucket   string   `name:"storage-bucket" env:"HONGYUN_STORAGE_BUCKET" help:"Bucket of uploaded files."`
	StorageRegion   string   `name:"storage-region" default:"us-east-1" env:"HONGYUN_STORAGE_REGION" help:"Region of the bucket; stores without regions take us-east-1."`
	StoragePrefix   string   `name:"storage-prefix" env:"HONGYUN_STORAGE_PREFIX" help:"Folders before the names of uploaded files, such as hongyun/."`
	StorageKey      string   `env:"HONGYUN_STORAGE_KEY" hidden:"" help:"Access key of the bucket; from the environment."`
	StorageSecret   string   `env:"HONGYUN_STORAGE_SECRET" hidden:"" help:"Secret key of the bucket; from the environment."`
	BackupTo        string   `type:"existingdir" env:"HONGYUN_BACKUP_TO" help:"Folder that gets a copy of the database every night (SQLite). Put it on another disk."`
	BackupKeep      int      `default:"14" env:"HONGYUN_BACKUP_KEEP" help:"How many nightly copies stay."`
	Companies       string   `type:"existingfile" env:"HONGYUN_COMPANIES" help:"JSON file with the contracts with venues and gateways, keys included."`
}

// config turns the flags into the house's configuration.
func (f houseFlags) config() (app.Config, error) {
	log, err := f.log()
	if err != nil {
		return app.Config{}, err
	}
	key, err := f.key()
	if err != nil {
		return app.Config{}, err
	}
	if f.MinAge == 0 { // which would mean the default
		return app.Config{}, errors.New("the minimum age cannot be switched off")
	}
	if len(f.ReqTokenSecrets) == 0 {
		return app.Config{}, errors.New("no HONGYUN_REQ_TOKEN_SECRETS")
	}
	c := app.Config{
		Database: f.Database, DataKey: key, Migrate: !f.NoMigrate,
		Listen:     app.Addresses{Player: f.Player, Admin: f.Admin, Hooks: f.Hooks, Ops: f.Ops},
		PublicSite: strings.TrimRight(f.SiteURL, "/"), PublicHooks: strings.TrimRight(f.HooksURL, "/"), TLS: !f.PlainWeb,
		SiteName: f.SiteName, Licence: licence.Licence{Statement: f.Licence}, Phones: f.Phones, MinAge: f.MinAge, H5Hosts: f.H5Hosts, FrameHosts: f.FrameHosts, NoWorker: f.NoWorker,
		ReqTokenSecrets: f.ReqTokenSecrets, Log: log, Program: versionText(), Backups: app.Nightly{Folder: f.BackupTo, Keep: f.BackupKeep},
	}
	c.Streams.Total = f.Streams
	if c.Storage = (app.Storage{URL: f.StorageURL, Bucket: f.StorageBucket, Region: f.StorageRegion, Prefix: f.StoragePrefix, Key: f.StorageKey, Secret: f.StorageSecret}); c.Storage.IsSet() {
		if err := c.Storage.Check(); err != nil {
			return app.Config{}, err
		}
	}
	if err := c.LimitWithdrawals(f.Times, f.Daily); err != nil {
		return app.Config{}, fmt.Errorf("withdrawals-a-day, withdrawn-a-day: %w", err)
	}
	c.NewcomerWait, c.RequestFor = f.NewcomerWait, f.RequestLimit
	if c.Proxies, err = networks(f.Proxies); err != nil {
		return app.Config{}, fmt.Errorf("proxies: %w", err)
	}
	if c.Office, err = networks(f.Office); err != nil {
		return app.Config{}, fmt.Errorf("office-networks: %w", err)
	}
	if c.AlarmInside, err = networks(f.AlarmInside); err != nil {
		return app.Config{}, fmt.Errorf("alarm-networks: %w", err)
	}
	if c.GatewayInside, err = networks(f.GatewayInside); err != nil {
		return app.Config{}, fmt.Errorf("gateway-networks: %w", err)
	}
	if c.Serves, err = serves(f.Serve); err != nil {
		return app.Config{}, fmt.Errorf("serve-networks: %w", err)
	}
	if f.Companies != "" {
		if c.Companies, err = companies(f.Companies); err != nil {
			return app.Config{}, err
		}
	}
	return c, nil
}

// serves reads whom the operator may serve (D-19). Nothing means nobody; the
// word everyone is for operators whose own network decides.
func serves(list []string) (func(netip.Addr) bool, error) {
	if len(list) == 1 && list[0] == "everyone" {
		return func(netip.Addr) bool { return true }, nil
	}
	allowed, err := networks(list)
	if err != nil || len(allowed) == 0 {
		return nil, err
	}
	return func(a netip.Addr) bool {
		for _, n := range allowed {
			if n.Contains(a) {
				return true
			}
		}
		return false
	}, nil
}

func networks(list []string) ([]netip.Prefix, error) {
	out := make([]netip.Prefix, 0, len(list))
	for _, text := range list {
		n, err := netip.ParsePrefix(text)
		if err != nil {
			a, notAddress := netip.ParseAddr(text)
			if notAddress != nil {
				return nil, err
			}
			n = netip.PrefixFrom(a, a.BitLen())
		}
		out = append(out, n.Masked())
	}
	return out, nil
}

// companies reads the contracts. A name that means nothing is an error: a
// mistyped key would be a contract without one.
func companies(path string) (company.Companies, error) {
	file, err := os.Open(path)
	if err != nil {
		return company.Companies{}, err
	}
	defer file.Close()
	decoder := json.NewDecoder(file)
	decoder.DisallowUnknownFields()
	var c company.Companies
	if err := decoder.Decode(&c); err != nil {
		return company.Companies{}, fmt.Errorf("companies file: %w", err)
	}
	return c, nil
}
