package player

import (
	"context"
	"hongyun/internal/db"
	"hongyun/internal/secret"
	"time"
)

const (
	failureWindow = 24 * time.Hour   // how long a failed login makes the next one need a captcha
	networkWindow = 15 * time.Minute // the same for a whole network
)

// counters are the keys under which an attempt is counted.
type counters struct {
	ip, account, device, network string
	check                        string // of password checks: the account's, or the known device's own
	deviceHash                   string
}

func (p *tickets) countersOf(name string, by Client) counters {
	id := Fold(name)
	c := counters{ip: "ip/" + by.IP, account: "fa/" + id, network: "fn/" + networkOf(by.IP), check: "c/" + id}
	if secret.IsToken(by.DeviceCookie) {
		c.deviceHash = secret.HashToken(by.DeviceCookie)
		c.device = "fd/" + c.deviceHash
	}
	return c
}

func knownDevice(ctx context.Context, tx *db.Tx, player, deviceHash string) (bool, error) {
	if deviceHash == "" {
		return false, nil
	}
	var known bool
	err := tx.NewRaw("SELECT EXISTS (SELECT 1 FROM player_device WHERE player = ? AND device_hash = ?)", player, deviceHash).Scan(ctx, &known)
	return known, err
}

// deviceOf is the hash of the device of a client, "" if the player never
// logged in on it.
func deviceOf(ctx context.Context, tx *db.Tx, player string, by Client) (string, error) {
	if !secret.IsToken(by.DeviceCookie) {
		return "", nil
	}
	hash := secret.HashToken(by.DeviceCookie)
	known, err := knownDevice(ctx, tx, player, hash)
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}
