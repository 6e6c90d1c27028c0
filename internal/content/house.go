package content

import (
	"context"
	"encoding/json"
	"fmt"
	"net/mail"
	"net/netip"
	"regexp"
	"slices"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// House is the operator's details; fields that were not given are empty.
func (c *Content) House(ctx context.Context) (House, error) {
	var h House
	return h, readJSON(ctx, c.db, keyHouse, &h)
}

// SetHouse replaces the operator's details. It fails with ErrHouse (a field too
// long, or with control characters), ErrEmail or ErrBase.
func (c *Content) SetHouse(ctx context.Context, by staff.Actor, base Base, h House) error {
	for _, email := range []string{h.Email, h.ComplaintEmail, h.PrivacyEmail, h.AgentEmail} {
		if email != "" && !isEmail(email) {
			return ErrEmail
		}
	}
	for _, short := range []string{h.Arbiter, h.Helpline} {
		if !plainOrNothing(short, 200) {
			return ErrHouse
		}
	}
	if !plainOrNothing(h.FooterText, 500) {
		return ErrHouse
	}
	return c.setJSON(ctx, by, base, keyHouse, h)
}

func isEmail(text string) bool {
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text && len(text) <= 200 && plain(text, 200, false)
}

// maxFrames is the longest list of hosts for the frame viewer: each of them is
// in a header of every page.
const maxFrames = 30

// hostName is a whole host name as certificates have it: no star, no port, no
// IP address. Names in other scripts are in their ASCII form.
var hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)

// Frames lists the hosts whose https pages the frame viewer may show (D-05),
// in the order of the alphabet.
func (c *Content) Frames(ctx context.Context) ([]string, error) {
	hosts := []string{}
	return hosts, readJSON(ctx, c.db, keyFrames, &hosts)
}

// SetFrames replaces the hosts of the frame viewer: exact names, without
// https:// before and a path behind. It fails with ErrFrames.
func (c *Content) SetFrames(ctx context.Context, by staff.Actor, base Base, hosts []string) error {
	kept := []string{}
	for _, host := range hosts {
		host = strings.ToLower(host)
		if _, err := netip.ParseAddr(host); err == nil || len(host) > 253 || !hostName.MatchString(host) {
			return ErrFrames
		}
		kept = append(kept, host)
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	if len(kept) > maxFrames {
		return ErrFrames
	}
	return c.setJSON(ctx, by, base, keyFrames, kept)
}

func (c *Content) setJSON(ctx context.Context, by staff.Actor, base Base, key string, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return c.set(ctx, by, base, key, string(text), value, "")
}

// readJSON reads a setting into a value, which stays as it is if there is none.
func readJSON(ctx context.Context, r db.Reader, key string, into any) error {
	text, err := setting(ctx, r, key)
	if err != nil || text == "" {
		return err
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("read setting %s: %w", key, err)
	}
	return nil
}
