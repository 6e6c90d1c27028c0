package access

import (
	"context"
	"hongyun/internal/db"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"time"
)

const (
	FailureWindow = 24 * time.Hour   // how long a failed login makes the next one need a captcha
	NetworkWindow = 15 * time.Minute // the same for a whole network
)

// Counters are the keys under which an attempt is counted.
type Counters struct {
	Ip, Account, Device, Network string
	Check                        string // of password checks: the account's, or the known device's own
	DeviceHash                   string
}

func (p *Tickets) CountersOf(name string, by identity.Client) Counters {
	id := identity.Fold(name)
	c := Counters{Ip: "ip/" + by.IP, Account: "fa/" + id, Network: "fn/" + identity.NetworkOf(by.IP), Check: "c/" + id}
	if secret.IsToken(by.DeviceCookie) {
		c.DeviceHash = secret.HashToken(by.DeviceCookie)
		c.Device = "fd/" + c.DeviceHash
	}
	return c
}

// KnownCheck is the counter of password checks that a player's known device has to
// itself: strangers who use up the account's checks do not shut its owner out.
func KnownCheck(player, deviceHash string) string { return "c/" + player + "/" + deviceHash }

func KnownDevice(ctx context.Context, tx *db.Tx, player, deviceHash string) (bool, error) {
	if deviceHash == "" {
		return false, nil
	}
	var known bool
	err := tx.NewRaw("SELECT EXISTS (SELECT 1 FROM player_device WHERE player = ? AND device_hash = ?)", player, deviceHash).Scan(ctx, &known)
	return known, err
}

// DeviceOf is the hash of the device of a client, "" if the player never
// logged in on it.
func DeviceOf(ctx context.Context, tx *db.Tx, player string, by identity.Client) (string, error) {
	if !secret.IsToken(by.DeviceCookie) {
		return "", nil
	}
	hash := secret.HashToken(by.DeviceCookie)
	known, err := KnownDevice(ctx, tx, player, hash)
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}
