package account

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/login"
)

// The purposes of a link.
const (
	forEnrolment     = "enrol"
	forAuthenticator = "authenticator"
)

// Enrolment is what the person of an account sees when they open their link.
type Enrolment struct {
	Name       string
	TOTPSecret string // base32; another one at each opening
	TOTPURI    string // otpauth://…, for a QR code
	ExpiresAt  time.Time
}

// link is a row of staff_link.
type link struct {
	Staff, Purpose, CodeHash string
	TOTPSecret               string `bun:"totp_secret"`
	ExpiresAt                int64
}

// invite makes the link of an account that is to be opened. An earlier link of
// the account ends.
func (s *Accounts) invite(ctx context.Context, tx *db.Tx, id, codeHash string) (staff.Invitation, error) {
	if _, err := tx.NewRaw("DELETE FROM staff_link WHERE staff = ? AND purpose = ?", id, forEnrolment).Exec(ctx); err != nil {
		return staff.Invitation{}, err
	}
	token := secret.NewToken()
	until := tx.Now().Add(linkLimit)
	return staff.Invitation{Token: token, ExpiresAt: until}, insertLink(ctx, tx, token, link{
		Staff: id, Purpose: forEnrolment, CodeHash: codeHash, ExpiresAt: until.UnixMilli(),
	})
}

func insertLink(ctx context.Context, tx *db.Tx, token string, l link) error {
	_, err := tx.NewRaw(`
		INSERT INTO staff_link (token_hash, staff, purpose, code_hash, totp_secret, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
		secret.HashToken(token), l.Staff, l.Purpose, l.CodeHash, l.TOTPSecret, tx.NowMillis(), l.ExpiresAt).Exec(ctx)
	return err
}

// findLink returns the link of a token for a purpose, or ErrLink, which does
// not say what is wrong with it.
func findLink(ctx context.Context, tx *db.Tx, token, purpose string) (link, error) {
	if !secret.IsToken(token) {
		return link{}, staff.ErrLink
	}
	var l link
	err := tx.NewRaw("SELECT staff, purpose, code_hash, totp_secret, expires_at FROM staff_link WHERE token_hash = ?"+tx.ForUpdate(),
		secret.HashToken(token)).Scan(ctx, &l)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (l.Purpose != purpose || l.ExpiresAt <= tx.NowMillis()) {
		err = staff.ErrLink
	}
	return l, err
}

func linkKey(token string) string { return "link:" + secret.HashToken(token) }

// admitLink counts a visit of a link: the code that goes with it is short
// enough to be guessed by a holder of the link alone.
func (s *Accounts) admitLink(ctx context.Context, token string, from login.Client) error {
	return s.Count(ctx, login.Counter{Key: "ip:" + from.Counted(), Free: login.PerAddress, Window: time.Minute}, login.Counter{Key: linkKey(token), Free: 2 * login.WrongBeforeHold, Window: login.HoldFor})
}

// sealLink binds the secret in a link to its row.
func sealLink(token string) string { return "staff_link.totp_secret/" + secret.HashToken(token) }

// codeMark is what is kept of the maker's half. It is keyed: the trail shows it
// to staff, and a code short enough to be typed could be found from a plain hash.
func (s *Accounts) codeMark(code string) string { return s.Box.Index("staff_link.code", code) }

// openInvitation is findLink with the half that the maker of the request holds.
func (s *Accounts) openInvitation(ctx context.Context, tx *db.Tx, token, code string) (link, staff.Row, error) {
	l, err := findLink(ctx, tx, token, forEnrolment)
	if err != nil {
		return l, staff.Row{}, err
	}
	if l.CodeHash != "" {
		given := s.codeMark(strings.ToUpper(strings.TrimSpace(code)))
		if subtle.ConstantTimeCompare([]byte(l.CodeHash), []byte(given)) != 1 {
			return l, staff.Row{}, staff.ErrLink
		}
	}
	p, err := staff.FindPerson(ctx, tx, l.Staff, "")
	if err == nil && p.Disabled {
		err = staff.ErrLink
	}
	return l, p, err
}

// OpenEnrolment begins an enrolment: it makes the authenticator's secret, which
// is shown to the holder of the link alone. Opening the link again makes another
// one, so that a secret seen by an earlier visitor is worth nothing. It fails
// with ErrLink, and with ErrLoginLocked after too many tries.
func (s *Accounts) OpenEnrolment(ctx context.Context, token, code string, from login.Client) (Enrolment, error) {
	var out Enrolment
	if err := s.admitLink(ctx, token, from); err != nil {
		return out, err
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, p, err := s.openInvitation(ctx, tx, token, code)
		if err != nil {
			return err
		}
		shared, uri, err := s.newTOTP(p.Name)
		if err != nil {
			return err
		}
		_, err = tx.NewRaw("UPDATE staff_link SET totp_secret = ? WHERE token_hash = ?",
			s.Box.Seal(sealLink(token), shared), secret.HashToken(token)).Exec(ctx)
		out = Enrolment{Name: p.Name, TOTPSecret: shared, TOTPURI: uri, ExpiresAt: calendar.FromMillis(l.ExpiresAt)}
		return err
	})
	if err != nil {
		return Enrolment{}, err
	}
	return out, s.Forgive(ctx, linkKey(token))
}

// Enrol gives an account the password that its person chose and the
// authenticator that OpenEnrolment showed, once a code of it is right. The link
// works no more, and other sessions of the account end. Beside OpenEnrolment's
// faults it fails with ErrPassword and ErrCode.
func (s *Accounts) Enrol(ctx context.Context, token, code, password, totp string, from login.Client) error {
	if err := s.admitLink(ctx, token, from); err != nil {
		return err
	}
	hash, err := secret.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, p, err := s.openInvitation(ctx, tx, token, code)
		if err != nil {
			return err
		}
		if err := checkPassword(password, p.Name); err != nil {
			return err
		}
		shared, err := s.Box.Open(sealLink(token), l.TOTPSecret)
		if err != nil {
			return err
		}
		if shared == "" || s.StepOf(shared, totp) == 0 {
			return staff.ErrCode
		}
		if err := shutOut(ctx, tx, p.ID); err != nil {
			return err
		}
		// The first account of all decides at once: there is nobody else who could.
		decides := s.decidesFrom(tx)
		if n, err := countPeople(ctx, tx); err != nil || n == 1 {
			decides = 0
		}
		_, err = tx.NewRaw("UPDATE staff_person SET password = ?, totp_secret = ?, totp_step = 0, enrolled_at = ?, decides_from = ? WHERE id = ?",
			hash, s.Box.Seal(login.SealTOTP(p.ID), shared), tx.NowMillis(), decides, p.ID).Exec(ctx)
		if err != nil {
			return err
		}
		return s.Audit(ctx, tx, staff.Actor{ID: p.ID, Name: p.Name, IP: from.IP, RequestID: from.RequestID}, staff.Change{Action: "staff.enrol", Subject: "staff:" + p.ID, Label: p.Name})
	})
}

func checkPassword(password, name string) error {
	n := utf8.RuneCountInString(password)
	if n < 12 || n > 128 || !utf8.ValidString(password) || strings.Contains(strings.ToLower(password), strings.ToLower(name)) {
		return staff.ErrPassword
	}
	return nil
}

// RequestReset asks a second person to let somebody who lost their password or
// authenticator enrol again. It answers the id of the request and the maker's
// half of the invitation. It is never for another account of the same person.
func (s *Accounts) RequestReset(ctx context.Context, by staff.Actor, id, reason string) (Added, error) {
	code := secret.Text(10, codeAlphabet)
	out := Added{Invitation: staff.Invitation{Code: code}}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := s.findOther(ctx, tx, by, id, "")
		if err != nil {
			return err
		}
		if err := s.mayReset(ctx, tx, by.ID, p); err != nil {
			return err
		}
		out.Person = shown(p)
		out.ApprovalID, err = s.RequestApproval(ctx, tx, by, kindReset.Request(accountPayload{ID: id, CodeHash: s.codeMark(code)}, staff.Request{
			Subject: "staff:" + id, Label: p.Name, Title: "重置登录：" + p.Name, Reason: reason,
			Details: []staff.Detail{
				{Label: "账号", Value: p.Name}, {Label: "人员（工号/证件）", Value: p.Person}, {Label: "原密码和验证器", Value: "立即失效，本人用新的登记链接重新设置"},
			},
		}))
		return err
	})
	return out, err
}

// applyReset carries out a request of RequestReset.
func (s *Accounts) applyReset(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, in accountPayload) error {
	p, err := s.findOther(ctx, tx, by, in.ID, tx.ForUpdate())
	if err != nil {
		return err
	}
	if err := s.giveAsAsked(ctx, tx, by, a, staff.SplitRoles(p.Roles), nil, nil); err != nil {
		return err
	}
	*a.Invitation, err = s.reset(ctx, tx, by, p, in.CodeHash, a.Reason)
	return err
}

// mayReset keeps an account from being opened again by people who may less than
// it: together they hold both halves of its invitation.
func (s *Accounts) mayReset(ctx context.Context, tx *db.Tx, id string, p staff.Row) error {
	table, err := s.LockRoles(ctx, tx)
	if err != nil {
		return err
	}
	return s.MayGive(ctx, tx, table, id, table.RightsOf(staff.SplitRoles(p.Roles)).List())
}

// Reset does from the command line what RequestReset asks for, for an owner
// whom no second person can help. The server's shell is the last resort.
func (s *Accounts) Reset(ctx context.Context, name string) (Added, error) {
	var out Added
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err := staff.FindByName(ctx, tx, strings.ToLower(name))
		if err = staff.NotFound(err); err != nil {
			return err
		}
		out.Invitation, err = s.reset(ctx, tx, staff.System("staff reset"), p, "", "命令行重置")
		out.Person = shown(p)
		return err
	})
	return out, err
}

func (s *Accounts) reset(ctx context.Context, tx *db.Tx, by staff.Actor, p staff.Row, codeHash, reason string) (staff.Invitation, error) {
	if err := shutOut(ctx, tx, p.ID); err != nil {
		return staff.Invitation{}, err
	}
	if _, err := tx.NewRaw("UPDATE staff_person SET password = '', totp_secret = '' WHERE id = ?", p.ID).Exec(ctx); err != nil {
		return staff.Invitation{}, err
	}
	out, err := s.invite(ctx, tx, p.ID, codeHash)
	if err != nil {
		return out, err
	}
	return out, s.Audit(ctx, tx, by, staff.Change{Action: "staff.reset", Subject: "staff:" + p.ID, Label: p.Name, Reason: reason})
}

// ChangePassword gives the owner of a session another password. Other sessions
// and known browsers of the account end. It fails with ErrProof, ErrPassword
// and ErrLoginLocked.
func (s *Accounts) ChangePassword(ctx context.Context, session login.Session, current, code, password string) error {
	by := session.Actor
	if err := checkPassword(password, by.Name); err != nil {
		return err
	}
	step, err := s.prove(ctx, by, current, code)
	if err != nil {
		return err
	}
	hash, err := secret.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := useStep(ctx, tx, by.ID, step, staff.ErrProof); err != nil {
			return err
		}
		if _, err := tx.NewRaw("UPDATE staff_person SET password = ? WHERE id = ?", hash, by.ID).Exec(ctx); err != nil {
			return err
		}
		if err := endOthers(ctx, tx, session); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, staff.Change{Action: "staff.password", Subject: "staff:" + by.ID, Label: by.Name})
	})
}

// BeginAuthenticator shows the secret of a new authenticator to the owner of a
// session. The old one works until ConfirmAuthenticator. It answers the token
// of the change beside the secret, and fails with ErrProof and ErrLoginLocked.
func (s *Accounts) BeginAuthenticator(ctx context.Context, session login.Session, current, code string) (token string, out Enrolment, err error) {
	by := session.Actor
	step, err := s.prove(ctx, by, current, code)
	if err != nil {
		return "", out, err
	}
	shared, uri, err := s.newTOTP(by.Name)
	if err != nil {
		return "", out, err
	}
	token = secret.NewToken()
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := useStep(ctx, tx, by.ID, step, staff.ErrProof); err != nil {
			return err
		}
		until := tx.Now().Add(changeLimit)
		out = Enrolment{Name: by.Name, TOTPSecret: shared, TOTPURI: uri, ExpiresAt: until}
		return insertLink(ctx, tx, token, link{
			Staff: by.ID, Purpose: forAuthenticator, TOTPSecret: s.Box.Seal(sealLink(token), shared), ExpiresAt: until.UnixMilli(),
		})
	})
	if err != nil {
		return "", Enrolment{}, err
	}
	return token, out, nil
}

// ConfirmAuthenticator replaces the authenticator by the new one, once a code of
// it is right. Other sessions and known browsers of the account end. It fails
// with ErrLink and ErrCode.
func (s *Accounts) ConfirmAuthenticator(ctx context.Context, session login.Session, token, code string) error {
	by := session.Actor
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		l, err := findLink(ctx, tx, token, forAuthenticator)
		if err != nil {
			return err
		}
		if l.Staff != by.ID {
			return staff.ErrLink
		}
		shared, err := s.Box.Open(sealLink(token), l.TOTPSecret)
		if err != nil {
			return err
		}
		step := s.StepOf(shared, code)
		if step == 0 {
			return staff.ErrCode
		}
		_, err = tx.NewRaw("UPDATE staff_person SET totp_secret = ?, totp_step = ? WHERE id = ?",
			s.Box.Seal(login.SealTOTP(by.ID), shared), step, by.ID).Exec(ctx)
		if err != nil {
			return err
		}
		if _, err := tx.NewRaw("DELETE FROM staff_link WHERE staff = ?", by.ID).Exec(ctx); err != nil {
			return err
		}
		if err := endOthers(ctx, tx, session); err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, staff.Change{Action: "staff.authenticator", Subject: "staff:" + by.ID, Label: by.Name})
	})
}

// endOthers ends the other sessions of the owner of a session, and forgets the
// browsers that were known.
func endOthers(ctx context.Context, tx *db.Tx, session login.Session) error {
	_, err := tx.NewRaw("DELETE FROM staff_session WHERE staff = ? AND token_hash <> ?", session.Actor.ID, secret.HashToken(session.Token)).Exec(ctx)
	if err == nil {
		_, err = tx.NewRaw("DELETE FROM staff_device WHERE staff = ?", session.Actor.ID).Exec(ctx)
	}
	return err
}

// prove checks the password and a code of somebody who is logged in, and
// returns the step of the code, which the caller uses up.
func (s *Accounts) prove(ctx context.Context, by staff.Actor, password, code string) (int64, error) {
	if err := s.AdmitGuess(ctx, "self:"+by.ID); err != nil {
		return 0, err
	}
	p, err := staff.FindPerson(ctx, s.DB, by.ID, "")
	if err != nil {
		return 0, err
	}
	ok, _, err := secret.CheckPassword(ctx, password, p.Password)
	if err != nil {
		return 0, err
	}
	step, err := s.CodeStep(p, code)
	if err != nil {
		return 0, err
	}
	if !ok || step == 0 {
		return 0, staff.ErrProof
	}
	return step, s.Forgive(ctx, "self:"+by.ID)
}

// StepUp notes that the owner of a session showed a fresh code (StepUpLimit).
// It fails with ErrCode, and with ErrLoginLocked after too many wrong ones.
func (s *Accounts) StepUp(ctx context.Context, session login.Session, code string) error {
	by := session.Actor
	if err := s.AdmitGuess(ctx, "self:"+by.ID); err != nil {
		return err
	}
	p, err := staff.FindPerson(ctx, s.DB, by.ID, "")
	if err != nil {
		return err
	}
	step, err := s.CodeStep(p, code)
	if err != nil {
		return err
	}
	if step == 0 {
		return staff.ErrCode
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := useStep(ctx, tx, by.ID, step, staff.ErrCode); err != nil {
			return err
		}
		if _, err := tx.NewRaw("DELETE FROM staff_attempt WHERE key = ?", "self:"+by.ID).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.NewRaw("UPDATE staff_session SET proved_at = ? WHERE token_hash = ?", tx.NowMillis(), secret.HashToken(session.Token)).Exec(ctx)
		if err != nil {
			return err
		}
		return s.Audit(ctx, tx, by, staff.Change{Action: "staff.step_up", Subject: "staff:" + by.ID, Label: by.Name})
	})
}

// useStep uses a code up: it works once, whatever it was shown for.
func useStep(ctx context.Context, tx *db.Tx, id string, step int64, used error) error {
	done, err := tx.NewRaw("UPDATE staff_person SET totp_step = ? WHERE id = ? AND totp_step < ? AND NOT disabled", step, id, step).Exec(ctx)
	if err != nil {
		return err
	}
	if n, _ := done.RowsAffected(); n != 1 {
		return used
	}
	return nil
}
