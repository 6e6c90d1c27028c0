package login

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// mostNetworks is how many networks the list may have.
const mostNetworks = 100

// NetworkList is from where the back office may be reached. An empty list lets
// every address in.
type NetworkList struct {
	Networks  []string
	Version   int64 // 0: nobody ever set it
	ChangedBy string
	ChangedAt time.Time
}

type networkPayload struct {
	Networks []string `json:"networks"`
	Version  int64    `json:"version"`
}

// kindNetwork changes the list with a second person.
const kindNetwork staff.Kind[networkPayload] = "staff.network"

// NetworkSubject is what a request about the list is about.
const NetworkSubject = "staff.network:list"

// Networks reads the list.
func (s *Logins) Networks(ctx context.Context, r db.Reader) (NetworkList, error) {
	return readNetworks(ctx, r)
}

func readNetworks(ctx context.Context, r db.Reader) (NetworkList, error) {
	var row struct {
		Networks  string
		Version   int64
		ChangedBy string
		ChangedAt int64
	}
	err := r.NewRaw("SELECT networks, version, changed_by, changed_at FROM staff_network WHERE one = 1").Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return NetworkList{}, nil
	}
	if err != nil {
		return NetworkList{}, fmt.Errorf("read the networks of staff: %w", err)
	}
	return NetworkList{
		Networks: strings.Fields(row.Networks), Version: row.Version, ChangedBy: row.ChangedBy, ChangedAt: calendar.FromMillis(row.ChangedAt),
	}, nil
}

// CheckAddress fails with ErrNetwork for an address from which the back office
// may not be reached. It asks the database each time: a change holds at once,
// for open sessions too.
func (s *Logins) CheckAddress(ctx context.Context, ip string) error {
	list, err := readNetworks(ctx, s.DB)
	if err != nil {
		return err
	}
	if !inside(ip, list.Networks) {
		return staff.ErrNetwork
	}
	return nil
}

// inside reports whether an address is in one of the networks; without a network
// every one is.
func inside(ip string, networks []string) bool {
	if len(networks) == 0 {
		return true
	}
	a, err := netip.ParseAddr(ip)
	if err != nil {
		return false
	}
	a = a.Unmap().WithZone("")
	return slices.ContainsFunc(networks, func(text string) bool {
		n, err := netip.ParsePrefix(text)
		return err == nil && n.Contains(a)
	})
}

// SaveNetworks changes the list. Who tightens it can lock others out, and who
// loosens it can let others in, so every change needs a second person (Add says
// when). A list without the address of the one who saves it is refused, and so
// is one without that of the second person. Faults: ErrNetworkForm with the
// entry, ErrLockOut, ErrNetworkStale, ErrNoChange.
func (s *Logins) SaveNetworks(ctx context.Context, by staff.Actor, networks []string, version int64, reason string) (approval string, err error) {
	reason, err = staff.CheckReason(reason)
	if err != nil {
		return "", err
	}
	in := networkPayload{Version: version}
	if in.Networks, err = checkNetworks(networks); err != nil {
		return "", err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		if err := s.LockAudit(ctx, tx); err != nil {
			return err
		}
		old, err := s.networksToChange(ctx, tx, by, in)
		if err != nil {
			return err
		}
		two, err := s.NeedsTwo(ctx, tx, by)
		if err != nil {
			return err
		}
		if !two {
			return s.writeNetworks(ctx, tx, by, old, in, reason)
		}
		approval, err = s.RequestApproval(ctx, tx, by, kindNetwork.Request(in, staff.Request{
			Subject: NetworkSubject, Label: "后台地址名单", Title: "修改后台地址名单", Reason: reason,
			Details: []staff.Detail{{Label: "原名单", Value: networksText(old.Networks)}, {Label: "新名单", Value: networksText(in.Networks)}},
		}))
		return err
	})
	return approval, err
}

func (s *Logins) networksToChange(ctx context.Context, tx *db.Tx, by staff.Actor, in networkPayload) (NetworkList, error) {
	old, err := readNetworks(ctx, tx)
	switch {
	case err != nil:
		return old, err
	case old.Version != in.Version:
		return old, staff.ErrNetworkStale
	case slices.Equal(old.Networks, in.Networks):
		return old, staff.ErrNoChange
	case !strings.HasPrefix(by.ID, "system:") && !inside(by.IP, in.Networks):
		return old, staff.ErrLockOut.With(by.IP)
	}
	return old, nil
}

// applyNetworks carries out a request of SaveNetworks.
func (s *Logins) applyNetworks(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, in networkPayload) error {
	if err := s.LockAudit(ctx, tx); err != nil {
		return err
	}
	old, err := s.networksToChange(ctx, tx, by, in)
	if errors.Is(err, staff.ErrNetworkStale) || errors.Is(err, staff.ErrNoChange) {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	return s.writeNetworks(ctx, tx, by, old, in, a.Reason)
}

// ClearNetworks empties the list from the command line, for those whom it locked out.
func (s *Logins) ClearNetworks(ctx context.Context) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.LockAudit(ctx, tx); err != nil {
			return err
		}
		old, err := readNetworks(ctx, tx)
		if err != nil || len(old.Networks) == 0 {
			return err
		}
		return s.writeNetworks(ctx, tx, staff.System("staff networks"), old, networkPayload{}, "命令行清空")
	})
}

func (s *Logins) writeNetworks(ctx context.Context, tx *db.Tx, by staff.Actor, old NetworkList, in networkPayload, reason string) error {
	_, err := tx.NewRaw(`
		INSERT INTO staff_network (one, networks, version, changed_by, changed_at) VALUES (1, ?0, 1, ?1, ?2)
		ON CONFLICT (one) DO UPDATE SET networks = ?0, version = staff_network.version + 1, changed_by = ?1, changed_at = ?2`,
		strings.Join(in.Networks, " "), by.Name, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write the networks of staff: %w", err)
	}
	return s.Audit(ctx, tx, by, staff.Change{
		Action: "staff.network", Subject: NetworkSubject, Label: "后台地址名单", Reason: reason,
		Before: map[string]any{"networks": old.Networks}, After: map[string]any{"networks": in.Networks},
	})
}

func networksText(list []string) string {
	if len(list) == 0 {
		return "不限地址"
	}
	return strings.Join(list, "、")
}

// checkNetworks reads networks, or single addresses, and sorts them.
func checkNetworks(list []string) ([]string, error) {
	out := []string{}
	for _, text := range list {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		n, err := netip.ParsePrefix(text)
		if err != nil {
			a, failed := netip.ParseAddr(text)
			if failed != nil || a.Zone() != "" {
				return nil, staff.ErrNetworkForm.With(text)
			}
			a = a.Unmap()
			n = netip.PrefixFrom(a, a.BitLen())
		}
		if n.Addr().Is4In6() || n.Bits() == 0 { // the whole Internet is the empty list
			return nil, staff.ErrNetworkForm.With(text)
		}
		out = append(out, n.Masked().String())
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > mostNetworks {
		return nil, staff.ErrNetworkMany
	}
	return out, nil
}
