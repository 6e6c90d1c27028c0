package contact

import (
	"cmp"
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/player/access"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

const (
	codeValid  = courier.CodeMinutes * time.Minute
	codeTries  = 5
	resetCodes = 3 // tries of a code that resets a password: the caller need not be logged in
	codeLength = 6
	codePause  = time.Minute
	codeDay    = 24 * time.Hour

	// provedFor is how long an address is proved before it resets a password: a
	// thief of a session who proves an own address does not keep the account.
	provedFor = 24 * time.Hour
)

// Purpose says what a code is for.
type Purpose string

// The purposes.
const (
	CodeProve     Purpose = "prove"                     // the address of the profile belongs to the player
	CodeOld       Purpose = "old"                       // the proved address does still, before it is changed
	CodeNew       Purpose = "new"                       // and the address in its place does
	codeForgotten Purpose = credential.ForgottenPurpose // a new login password
)

// Purposes are what a player may ask a code for on the page of addresses.
var Purposes = []Purpose{CodeProve, CodeOld, CodeNew}

var topicOf = map[Purpose]courier.Topic{CodeProve: courier.Prove, CodeOld: courier.Change, CodeNew: courier.Change, codeForgotten: courier.Reset}

// Contacts are the addresses that players proved, and the codes that prove them.
type Contacts struct{ *credential.Passwords }

func NewContacts(p *credential.Passwords) *Contacts { return &Contacts{p} }

// CodeAnswer is a code as a player typed it. Ask is what the request for the code
// gave to its caller alone: nobody else can try the code, or use up its tries.
type CodeAnswer struct{ Ask, Code string }

// CodeAsk asks for a code.
type CodeAsk struct {
	Player   string
	Purpose  Purpose // CodeProve, CodeOld or CodeNew
	Channel  courier.Channel
	Password string     // of the login; of CodeProve and CodeOld
	Address  string     // the new one; of CodeNew alone
	Old      CodeAnswer // the code to the old one; of CodeNew alone
	Client   identity.Client
}

// codeRow is a code as it is stored.
type codeRow struct {
	Ask, Player, Purpose, Channel, Sealed, Code string
	ExpiresAt, UsedAt                           int64
	Tries                                       int
}

func sealedCode(ask string) string { return "player_code/" + ask }

// codeMark is what is stored of a code: of no use without the key, and different
// for each request.
func (p *Contacts) codeMark(ask, code string) string { return p.Box.Index("code/"+ask, code) }

// on reports whether codes can be sent on a channel.
func (p *Contacts) on(ch courier.Channel) bool { return p.Courier != nil && p.Courier.On(ch) }

// AskCode sends a code to a logged-in player and returns what its answer needs. A
// session alone is not enough: the login password, or the code to the old address,
// proves the player. Faults: those of Prove; courier.ErrOff and ErrBudget; ErrContactNone, ErrProved, ErrNotProved,
// ErrContactSame, ErrPhoneTaken and the rules of the address; ErrCode for a wrong
// code to the old address; ErrCodePause within a minute of the code before,
// ErrCodesToday.
func (p *Contacts) AskCode(ctx context.Context, q CodeAsk) (ask string, err error) {
	if !p.on(q.Channel) {
		return "", courier.ErrOff
	}
	if q.Purpose == CodeProve || q.Purpose == CodeOld {
		if err := p.Prove(ctx, q.Player, q.Password); err != nil {
			return "", err
		}
	}
	if q.Purpose == CodeNew {
		if err := p.checkContact(q.Channel, q.Address); err != nil {
			return "", err
		}
		if q.Old.Code, err = checkSixDigits(q.Old.Code); err != nil {
			return "", err
		}
	}
	var refused error
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ask, refused = "", nil
		row, err := identity.LockRow(ctx, tx, q.Player)
		if err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		address, err := p.addressFor(ctx, tx, row, q)
		if _, told := fault.Of(err); told {
			refused = err // a wrong code counts
			return nil
		}
		if err != nil {
			return err
		}
		if err := p.Courier.CheckBudget(ctx, tx, q.Channel, courier.Players); err != nil {
			return err
		}
		count := codeCount{Player: q.Player, Lane: "own/" + q.Player, Channel: q.Channel, Address: address, Unproved: q.Purpose != CodeOld, Client: q.Client}
		if refused, err = p.countCode(ctx, tx, count); refused != nil || err != nil {
			return err
		}
		if q.Purpose == CodeNew && q.Channel == courier.SMS {
			// Told after the count: each number that is tried costs one.
			if refused = identity.Taken(ctx, tx, "", p.Box.Index("phone", address)); refused != nil {
				return nil
			}
		}
		ask, err = p.issueCode(ctx, tx, q.Player, q.Purpose, q.Channel, courier.Players, address)
		return err
	})
	return ask, cmp.Or(err, refused)
}

// addressFor is where a code of a logged-in player goes, or the fault that says
// why none does.
func (p *Contacts) addressFor(ctx context.Context, tx *db.Tx, row identity.Row, q CodeAsk) (string, error) {
	shown, err := p.Open(row)
	if err != nil {
		return "", err
	}
	contacts, err := p.Courier.Contacts(ctx, tx, row.ID)
	if err != nil {
		return "", err
	}
	proved, has := contacts[q.Channel]
	switch q.Purpose {
	case CodeProve:
		address := shown.Field(identity.ColumnOf(q.Channel))
		switch {
		case has:
			return "", identity.ErrProved
		case address == "":
			return "", identity.ErrContactNone
		}
		return address, nil
	case CodeOld:
		if !has {
			return "", identity.ErrNotProved
		}
		return proved.Address, nil
	case CodeNew:
		old, right, err := p.tryAsk(ctx, tx, q.Old, CodeOld, row.ID)
		switch {
		case err != nil:
			return "", err
		case !right || old.Channel != string(q.Channel) || !has:
			return "", identity.ErrCode
		case strings.EqualFold(proved.Address, q.Address):
			return "", identity.ErrContactSame
		}
		return q.Address, nil
	}
	return "", identity.ErrInfoType
}

func (p *Contacts) checkContact(ch courier.Channel, address string) error {
	if ch == courier.SMS {
		return cmp.Or(identity.CheckPhone(address), p.Rules.ServesPhone(address))
	}
	return identity.CheckEmail(address)
}

// issueCode makes a code and sends it. For nobody it makes one that goes nowhere:
// the caller cannot tell.
func (p *Contacts) issueCode(ctx context.Context, tx *db.Tx, player string, purpose Purpose, ch courier.Channel, lane courier.Lane, address string) (string, error) {
	token, code := secret.NewToken(), secret.Text(codeLength, credential.ResetAlphabet)
	ask := secret.HashToken(token)
	_, err := tx.NewRaw(`
		INSERT INTO player_code (ask, player, purpose, channel, sealed, code, issued_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		ask, player, string(purpose), string(ch), p.Box.Seal(sealedCode(ask), address), p.codeMark(ask, code), tx.NowMillis(), tx.Now().Add(codeValid).UnixMilli()).Exec(ctx)
	if err != nil {
		return "", fmt.Errorf("keep code: %w", err)
	}
	if player == "" {
		return token, nil
	}
	err = p.Courier.SendCode(ctx, tx, courier.Code{Player: player, Channel: ch, Topic: topicOf[purpose], Lane: lane, Address: address, Code: code})
	return token, err
}

// tryAsk counts a try of a code and reports whether it is right: for this purpose
// and this player, not used, not expired, and not tried too often. The row is
// locked until the transaction ends. It is not used up yet.
func (p *Contacts) tryAsk(ctx context.Context, tx *db.Tx, a CodeAnswer, purpose Purpose, player string) (codeRow, bool, error) {
	if !secret.IsToken(a.Ask) {
		return codeRow{}, false, nil
	}
	most := codeTries
	if purpose == codeForgotten {
		most = resetCodes
	}
	var row codeRow
	err := tx.NewRaw(`
		UPDATE player_code SET tries = tries + 1 WHERE ask = ? AND purpose = ? AND player = ? AND used_at = 0 AND expires_at > ? AND tries < ?
		RETURNING ask, player, purpose, channel, sealed, code, expires_at, used_at, tries`,
		secret.HashToken(a.Ask), string(purpose), player, tx.NowMillis(), most).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return codeRow{}, false, nil
	}
	if err != nil {
		return codeRow{}, false, fmt.Errorf("try code: %w", err)
	}
	right := subtle.ConstantTimeCompare([]byte(row.Code), []byte(p.codeMark(row.Ask, a.Code))) == 1
	return row, right, nil
}

// giveBack takes back the try of a right code that was not used.
func giveBack(ctx context.Context, tx *db.Tx, row codeRow) error {
	if _, err := tx.NewRaw("UPDATE player_code SET tries = tries - 1 WHERE ask = ?", row.Ask).Exec(ctx); err != nil {
		return fmt.Errorf("take back a try: %w", err)
	}
	return nil
}

// useCode uses a right code up.
func useCode(ctx context.Context, tx *db.Tx, row codeRow) error {
	if _, err := tx.NewRaw("UPDATE player_code SET used_at = ? WHERE ask = ?", tx.NowMillis(), row.Ask).Exec(ctx); err != nil {
		return fmt.Errorf("use code: %w", err)
	}
	return nil
}

// checkSixDigits returns the digits of a code, whichever keyboard they were typed on.
func checkSixDigits(text string) (string, error) {
	digits := credential.TypedDigits(text)
	switch {
	case digits == "":
		return "", identity.ErrCodeEmpty
	case len(digits) != codeLength || strings.Trim(digits, credential.ResetAlphabet) != "":
		return "", identity.ErrCodeForm
	}
	return digits, nil
}

// ProveContact notes that the address of the player's profile is theirs, by the
// code that was sent to it. It fails with ErrCode, and with courier.ErrTaken if
// another player proved the address: only its owner learns that.
func (p *Contacts) ProveContact(ctx context.Context, player string, a CodeAnswer) error {
	var err error
	if a.Code, err = checkSixDigits(a.Code); err != nil {
		return err
	}
	right := false
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		right = false
		row, err := identity.LockRow(ctx, tx, player)
		if err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		code, fits, err := p.tryAsk(ctx, tx, a, CodeProve, player)
		if err != nil || !fits {
			return err
		}
		address, err := p.Box.Open(sealedCode(code.Ask), code.Sealed)
		if err != nil {
			return err
		}
		shown, err := p.Open(row)
		if err != nil {
			return err
		}
		ch := courier.Channel(code.Channel)
		if shown.Field(identity.ColumnOf(ch)) != address {
			return nil // the profile changed meanwhile
		}
		if err := useCode(ctx, tx, code); err != nil {
			return err
		}
		if err := inbox.Write(ctx, tx, identity.ProvedMessage(player, ch, tx.Now())); err != nil {
			return err
		}
		right = true
		return p.Courier.Proved(ctx, tx, player, ch, address, false)
	})
	if err == nil && !right {
		return identity.ErrCode
	}
	return err
}

// ChangeContact puts a new address in the place of a proved one, by the codes that
// were sent to both. It fails with ErrCode, ErrPhoneTaken and courier.ErrTaken.
// Withdrawals are held after a change of phone as after one by customer service,
// and the old address is told.
func (p *Contacts) ChangeContact(ctx context.Context, player string, old, changed CodeAnswer) error {
	var err error
	if old.Code, err = checkSixDigits(old.Code); err != nil {
		return err
	}
	if changed.Code, err = checkSixDigits(changed.Code); err != nil {
		return err
	}
	right := false
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		right = false
		if _, err := identity.LockRow(ctx, tx, player); err != nil {
			return fmt.Errorf("lock player: %w", err)
		}
		before, fits, err := p.tryAsk(ctx, tx, old, CodeOld, player)
		if err != nil || !fits {
			return err
		}
		after, fits, err := p.tryAsk(ctx, tx, changed, CodeNew, player)
		if err != nil {
			return err
		}
		if !fits || after.Channel != before.Channel {
			return giveBack(ctx, tx, before)
		}
		was, err := p.Box.Open(sealedCode(before.Ask), before.Sealed)
		if err != nil {
			return err
		}
		address, err := p.Box.Open(sealedCode(after.Ask), after.Sealed)
		if err != nil {
			return err
		}
		ch := courier.Channel(before.Channel)
		contacts, err := p.Courier.Contacts(ctx, tx, player)
		if err != nil || contacts[ch].Address != was {
			return err
		}
		right = true
		if err := cmp.Or(useCode(ctx, tx, before), useCode(ctx, tx, after)); err != nil {
			return err
		}
		told := identity.ChangedContactMessage(player, ch, tx.Now())
		if err := p.Courier.Tell(ctx, tx, player, ch, was, told.Title, told.Body); err != nil {
			return err
		}
		quiet := contacts[ch].Quiet
		if err := p.SetInfo(ctx, tx, player, identity.ColumnOf(ch), address); err != nil {
			return err
		}
		if err := p.Courier.Proved(ctx, tx, player, ch, address, quiet); err != nil {
			return err
		}
		return inbox.Write(ctx, tx, told)
	})
	if err == nil && !right {
		return identity.ErrCode
	}
	return err
}

// ContactState is a phone or an e-mail address as its player sees it.
type ContactState struct {
	Channel  courier.Channel
	Address  string    // masked; "" while not filled in
	ProvedAt time.Time // zero: not proved
	Quiet    bool      // no messages about money
}

// ContactStates are the addresses of a player on the channels that the operator
// switched on.
func (p *Contacts) ContactStates(ctx context.Context, r db.Reader, player string) ([]ContactState, error) {
	open := p.OpenChannels()
	if len(open) == 0 {
		return nil, nil
	}
	shown, err := p.Find(ctx, r, player)
	if err != nil {
		return nil, err
	}
	contacts, err := p.Courier.Contacts(ctx, r, player)
	if err != nil {
		return nil, err
	}
	var out []ContactState
	for _, ch := range open {
		s := ContactState{Channel: ch, Address: identity.MaskPhone(shown.Phone), ProvedAt: contacts[ch].ProvedAt, Quiet: contacts[ch].Quiet}
		if ch == courier.Email {
			s.Address = identity.MaskEmail(shown.Email)
		}
		out = append(out, s)
	}
	return out, nil
}

// OpenChannels are the channels that the operator switched on.
func (p *Contacts) OpenChannels() (open []courier.Channel) {
	for _, ch := range courier.Channels {
		if p.on(ch) {
			open = append(open, ch)
		}
	}
	return open
}

// SetQuiet switches messages about money by a channel off or on. Messages about
// the safety of the account stay. ErrContactNone while nothing is proved.
func (p *Contacts) SetQuiet(ctx context.Context, player string, ch courier.Channel, quiet bool) error {
	if !p.on(ch) {
		return courier.ErrOff
	}
	found, err := p.Courier.SetQuiet(ctx, player, ch, quiet)
	if err == nil && !found {
		return identity.ErrContactNone
	}
	return err
}

// ForgotAsk is the form of a visitor who forgot the login password.
type ForgotAsk struct {
	Address           string // a phone number or an e-mail address
	VerifyCode, VRand string
	Client            identity.Client
}

// resetOwner is the player whose password a proved address resets, nil if there is
// none: no player proved it, or only within the last day.
func (p *Contacts) resetOwner(ctx context.Context, tx *db.Tx, ch courier.Channel, address string) (*courier.Contact, error) {
	owner, err := p.Courier.Owner(ctx, tx, ch, address)
	if err != nil || owner == nil || tx.Now().Sub(owner.ProvedAt) < provedFor {
		return nil, err
	}
	return owner, nil
}

// AskReset sends a code to an address that was proved a day ago or before, with which
// its player sets a new login password. Whether somebody proved the address, nobody learns: all answers
// and counters are the same, and what is returned for nobody looks alike. Faults:
// ErrContactForm, the captcha's, ErrTooMany, ErrCodePause, ErrCodesToday,
// courier.ErrOff and ErrBudget.
func (p *Contacts) AskReset(ctx context.Context, f ForgotAsk) (ask string, err error) {
	address := strings.TrimSpace(f.Address)
	ch := courier.Email
	switch {
	case identity.CheckPhone(address) == nil:
		ch = courier.SMS
	case identity.CheckEmail(address) != nil:
		return "", identity.ErrContactForm
	}
	if !p.on(ch) {
		return "", courier.ErrOff
	}
	if err := identity.CheckCaptcha(f.VerifyCode); err != nil {
		return "", err
	}
	if _, err := access.CheckVRand(f.VRand); err != nil {
		return "", err
	}
	if err := p.AdmitForm(ctx, "forgot/"+identity.CountedAddress(f.Client.IP), p.Limits.ResetsPerIP, f.VRand, f.VerifyCode); err != nil {
		return "", err
	}
	var refused error
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ask, refused = "", nil
		owner, err := p.resetOwner(ctx, tx, ch, address)
		if err != nil {
			return err
		}
		count := codeCount{Lane: visitorLane, Channel: ch, Address: address, Client: f.Client}
		player, budget := "", courier.Visitors
		if owner != nil {
			player = owner.Player
			known, err := access.DeviceOf(ctx, tx, player, f.Client)
			if err != nil {
				return err
			}
			if known != "" {
				count.Player, count.Lane, budget = player, "known/"+player, courier.Players
			}
			if err := p.Guard.Check(ctx, tx, player, guard.Login); err != nil {
				if _, told := fault.Of(err); !told {
					return err
				}
				player = ""
			}
		}
		if err := p.Courier.CheckBudget(ctx, tx, ch, budget); err != nil {
			return err
		}
		if refused, err = p.countCode(ctx, tx, count); refused != nil || err != nil {
			return err
		}
		ask, err = p.issueCode(ctx, tx, player, codeForgotten, ch, budget, address)
		return err
	})
	return ask, cmp.Or(err, refused)
}

// CodeReset is the form of a visitor who has a code and sets a new password.
type CodeReset struct {
	Answer            CodeAnswer
	Password, Confirm string
	Client            identity.Client
}

// ResetByCode sets a new login password with the code of AskReset and ends all
// sessions of the player. It fails with the rules of the form and with ErrCode.
// Only who has the right code learns that the password is the old one, the
// withdrawal password or too easily guessed; that costs no try.
func (p *Contacts) ResetByCode(ctx context.Context, f CodeReset) error {
	code, err := checkSixDigits(f.Answer.Code)
	if err != nil {
		return err
	}
	f.Answer.Code = code
	if err := identity.CheckPassword(f.Password); err != nil {
		return err
	}
	if f.Confirm != f.Password {
		return identity.ErrPasswordsDiff
	}
	id, err := p.askedFor(ctx, f)
	if err != nil {
		return err
	}
	row, err := identity.FindRow(ctx, p.DB, id)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("find player: %w", err)
	}
	unfit, err := p.Unfit(ctx, row, f.Password) // the same work for nobody
	if err != nil {
		return err
	}
	hash, err := secret.HashPassword(ctx, f.Password)
	if err != nil {
		return err
	}
	var refused error
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		refused = identity.ErrCode
		if _, err := identity.LockRow(ctx, tx, id); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("lock player: %w", err)
		}
		found, right, err := p.tryAsk(ctx, tx, f.Answer, codeForgotten, id)
		if err != nil || !right || id == "" {
			return err
		}
		address, err := p.Box.Open(sealedCode(found.Ask), found.Sealed)
		if err != nil {
			return err
		}
		owner, err := p.resetOwner(ctx, tx, courier.Channel(found.Channel), address)
		if err != nil || owner == nil || owner.Player != id {
			return err // the address was changed or proved anew meanwhile
		}
		if unfit != nil {
			refused = unfit
			return giveBack(ctx, tx, found)
		}
		refused = nil
		if err := credential.VoidReset(ctx, tx, id); err != nil { // all codes of the player, this one too
			return err
		}
		return p.SetForgotten(ctx, tx, id, hash, f.Client)
	})
	if err != nil {
		return fmt.Errorf("reset password: %w", err)
	}
	return refused
}

// askedFor counts a form of an address and gives the player whom a code was sent
// to, "" for nobody.
func (p *Contacts) askedFor(ctx context.Context, f CodeReset) (player string, err error) {
	if !secret.IsToken(f.Answer.Ask) {
		return "", identity.ErrCode
	}
	var refused error
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		player, refused = "", nil
		n, err := identity.Hit(ctx, tx, "coded/"+identity.CountedAddress(f.Client.IP), time.Minute)
		if err != nil {
			return err
		}
		if n > p.Limits.ResetsPerIP {
			refused = identity.ErrTooMany
			return nil
		}
		err = tx.NewRaw("SELECT player FROM player_code WHERE ask = ? AND purpose = ?", secret.HashToken(f.Answer.Ask), string(codeForgotten)).Scan(ctx, &player)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return player, cmp.Or(err, refused)
}
