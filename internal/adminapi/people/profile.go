package people

import (
	"context"
	"net/http"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/door"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
)

// deviceCookie marks a browser from which a login succeeded before.
const deviceCookie = "hongyun_staff_device"

// deviceSeconds is how long a browser remembers its mark.
const deviceSeconds = 90 * 24 * 3600

// client is where a request without a session comes from.
func clientOf(c *route.Call) login.Client {
	out := login.Client{IP: c.By.IP, RequestID: c.By.RequestID, Agent: c.Request.UserAgent(), Network: door.Network(door.VisitOf(c.Request.Context()).IP)}
	if cookie, err := c.Request.Cookie(deviceCookie); err == nil && len(cookie.Value) <= 200 {
		out.Device = cookie.Value
	}
	return out
}

// setCookie gives the browser one of the back office's two cookies. With
// seconds 0 it lasts as long as the browser is open, and less than 0 removes it.
func (s *Handlers) setCookie(c *route.Call, name, value, path string, seconds int) {
	http.SetCookie(c.Writer, &http.Cookie{
		Name: name, Value: value, Path: path, MaxAge: seconds, HttpOnly: true, Secure: s.TLS, SameSite: http.SameSiteStrictMode,
	})
}

// EnrolOpen are the two halves of an invitation.
type EnrolOpen struct {
	Link string `json:"link"`
	Code string `json:"code"` // empty if the invitation has one half only
}

// Enrolment is shown to the holder of an invitation alone.
type Enrolment struct {
	Name       string  `json:"name"`
	TOTPSecret string  `json:"totpSecret"`
	TOTPURI    string  `json:"totpUri"`
	ExpiresAt  wire.Ms `json:"expiresAt"`
}

// Enrol sets the password and the authenticator of an account.
type Enrol struct {
	Link     string `json:"link"`
	Code     string `json:"code"`
	Password string `json:"password"`
	TOTP     string `json:"totp"` // six digits of the new authenticator
}

func enrolment(e account.Enrolment) Enrolment {
	return Enrolment{Name: e.Name, TOTPSecret: e.TOTPSecret, TOTPURI: e.TOTPURI, ExpiresAt: wire.InMs(e.ExpiresAt)}
}

func (s *Handlers) enrolOpen(ctx context.Context, c *route.Call, in EnrolOpen) (Enrolment, error) {
	e, err := s.Staff.OpenEnrolment(ctx, in.Link, in.Code, clientOf(c))
	return enrolment(e), err
}

func (s *Handlers) enrol(ctx context.Context, c *route.Call, in Enrol) (route.None, error) {
	return route.None{}, s.Staff.Enrol(ctx, in.Link, in.Code, in.Password, in.TOTP, clientOf(c))
}

// Code is six digits of the authenticator.
type Code struct {
	Code string `json:"code"`
}

func (s *Handlers) stepUp(ctx context.Context, c *route.Call, in Code) (route.None, error) {
	return route.None{}, s.Staff.StepUp(ctx, c.Session, in.Code)
}

// NewPassword is an own password to be changed.
type NewPassword struct {
	Current  string `json:"current"`
	Code     string `json:"code"`
	Password string `json:"password"`
}

// Proof is an own password with a code.
type Proof struct {
	Current string `json:"current"`
	Code    string `json:"code"`
}

// NewAuthenticator is shown once, to its owner.
type NewAuthenticator struct {
	Token      string  `json:"token"` // to be sent back with a code of the new one
	TOTPSecret string  `json:"totpSecret"`
	TOTPURI    string  `json:"totpUri"`
	ExpiresAt  wire.Ms `json:"expiresAt"`
}

// Confirm is a code of a new authenticator.
type Confirm struct {
	Token string `json:"token"`
	Code  string `json:"code"`
}

func (s *Handlers) passwordChange(ctx context.Context, c *route.Call, in NewPassword) (route.None, error) {
	return route.None{}, route.InField(s.Staff.ChangePassword(ctx, c.Session, in.Current, in.Code, in.Password), staff.ErrPassword, "password")
}

func (s *Handlers) authenticatorBegin(ctx context.Context, c *route.Call, in Proof) (NewAuthenticator, error) {
	token, e, err := s.Staff.BeginAuthenticator(ctx, c.Session, in.Current, in.Code)
	return NewAuthenticator{Token: token, TOTPSecret: e.TOTPSecret, TOTPURI: e.TOTPURI, ExpiresAt: wire.InMs(e.ExpiresAt)}, err
}

func (s *Handlers) authenticatorConfirm(ctx context.Context, c *route.Call, in Confirm) (route.None, error) {
	return route.None{}, s.Staff.ConfirmAuthenticator(ctx, c.Session, in.Token, in.Code)
}
