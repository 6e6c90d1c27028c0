package identity

import (
	"context"
	"net/netip"

	"hongyun/internal/db"
)

// Row is a row of player, as stored.
type Row struct {
	ID                string
	Name              string
	Phone             string
	PhoneIndex        string
	TrueName          string
	Birthday          string
	Email             string
	InvitedBy         string
	RegisterDomain    string
	RegisterIP        string `bun:"register_ip"`
	CreatedAt         int64
	Password          string
	PasswordChangedAt int64
	PasswordResetAt   int64
	PhoneChangedAt    int64
	NameChangedAt     int64
	WithdrawPassword  string
	WithdrawSet       bool
	WithdrawChangedAt int64
	LastLoginAt       int64
	LastLoginIP       string `bun:"last_login_ip"`

	SecondSecret, SecondPending          string
	SecondStep, SecondSince, SecondOffAt int64
	PasskeyAddedAt                       int64
}

const RowColumns = `id, name, phone, phone_index, true_name, birthday, email, invited_by, register_domain, register_ip, created_at,
	password, password_changed_at, password_reset_at, phone_changed_at, name_changed_at, withdraw_password, withdraw_set, withdraw_changed_at, last_login_at, last_login_ip,
	second_secret, second_pending, second_step, second_since, second_off_at, passkey_added_at`

func FindRow(ctx context.Context, r db.Reader, id string) (Row, error) {
	var a Row
	err := db.ReadFixed(ctx, r, &a, "SELECT "+RowColumns+" FROM player WHERE id = ?", id)
	return a, err
}

// LockRow is FindRow for whoever is about to change the row.
func LockRow(ctx context.Context, tx *db.Tx, id string) (Row, error) {
	var a Row
	err := tx.NewRaw("SELECT "+RowColumns+" FROM player WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &a)
	return a, err
}

func InsertRow(ctx context.Context, tx *db.Tx, a Row) error {
	_, err := tx.NewRaw(`
		INSERT INTO player (id, name, phone, phone_index, invited_by, register_domain, register_ip, register_network, created_at, password, withdraw_password)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		a.ID, a.Name, a.Phone, a.PhoneIndex, a.InvitedBy, a.RegisterDomain, a.RegisterIP, registerNetwork(a.RegisterIP), a.CreatedAt, a.Password, a.WithdrawPassword).Exec(ctx)
	return err
}

// Taken reports which of a new player's name and phone is somebody's already.
func Taken(ctx context.Context, r db.Reader, id, phoneIndex string) error {
	var rows []struct{ ID, PhoneIndex string }
	err := r.NewRaw("SELECT id, phone_index FROM player WHERE id = ? OR phone_index = ?", id, phoneIndex).Scan(ctx, &rows)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.ID == id {
			return ErrNameTaken
		}
	}
	if len(rows) > 0 {
		return ErrPhoneTaken
	}
	return nil
}

// registerNetwork is the network by which the address of a registration is compared:
// an IPv4 address as it is, an IPv6 one by its /64, which one client has to
// itself. It is the same rule as door.Network.
func registerNetwork(text string) string {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return text
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
