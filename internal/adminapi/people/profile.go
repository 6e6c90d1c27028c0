package adminapi

import (
	"context"
	"net/http"

	"hongyun/internal/door"
	"hongyun/internal/staff"
)

// deviceCookie marks a browser from which a login succeeded before.
const deviceCookie = "hongyun_staff_device"

// deviceSeconds is how long a browser remembers its mark.
const deviceSeconds = 90 * 24 * 3600

// client is where a request without a session comes from.
func clientOf(c *call) staff.Client {
	out := staff.Client{IP: c.by.IP, RequestID: c.by.RequestID, Agent: c.r.UserAgent(), Network: door.Network(door.VisitOf(c.r.Context()).IP)}
	if cookie, err := c.r.Cookie(deviceCookie); err == nil && len(cookie.Value) <= 200 {
		out.Device = cookie.Value
	}
	return out
}

// setCookie gives the browser one of the back office's two cookies; seconds 0
// is for as long as it is open, less than 0 takes it back.
func (s *peopleHandlers) setCookie(c *call, name, value, path string, seconds int) {
	http.SetCookie(c.w, &http.Cookie{
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
	Name       string `json:"name"`
	TOTPSecret string `json:"totpSecret"`
	TOTPURI    string `json:"totpUri"`
	ExpiresAt  Ms     `json:"expiresAt"`
}

// Enrol sets the password and the authenticator of an account.
type Enrol struct {
	Link     string `json:"link"`
	Code     string `json:"code"`
	Password string `json:"password"`
	TOTP     string `json:"totp"` // six digits of the new authenticator
}

func enrolment(e staff.Enrolment) Enrolment {
	return Enrolment{Name: e.Name, TOTPSecret: e.TOTPSecret, TOTPURI: e.TOTPURI, ExpiresAt: ms(e.ExpiresAt)}
}

func (s *peopleHandlers) enrolOpen(ctx context.Context, c *call, in EnrolOpen) (Enrolment, error) {
	e, err := s.Staff.OpenEnrolment(ctx, in.Link, in.Code, clientOf(c))
	return enrolment(e), err
}

func (s *peopleHandlers) enrol(ctx context.Context, c *call, in Enrol) (none, error) {
	return none{}, s.Staff.Enrol(ctx, in.Link, in.Code, in.Password, in.TOTP, clientOf(c))
}

// Code is six digits of the authenticator.
type Code struct {
	Code string `json:"code"`
}

func (s *peopleHandlers) stepUp(ctx context.Context, c *call, in Code) (none, error) {
	return none{}, s.Staff.StepUp(ctx, c.session, in.Code)
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
	Token      string `json:"token"` // to be sent back with a code of the new one
	TOTPSecret string `json:"totpSecret"`
	TOTPURI    string `json:"totpUri"`
	ExpiresAt  Ms     `json:"expiresAt"`
}

// Confirm is a code of a new authenticator.
type Confirm struct {
	Token string `json:"token"`
	Code  string `json:"code"`
}

func (s *peopleHandlers) passwordChange(ctx context.Context, c *call, in NewPassword) (none, error) {
	return none{}, inField(s.Staff.ChangePassword(ctx, c.session, in.Current, in.Code, in.Password), staff.ErrPassword, "password")
}

func (s *peopleHandlers) authenticatorBegin(ctx context.Context, c *call, in Proof) (NewAuthenticator, error) {
	token, e, err := s.Staff.BeginAuthenticator(ctx, c.session, in.Current, in.Code)
	return NewAuthenticator{Token: token, TOTPSecret: e.TOTPSecret, TOTPURI: e.TOTPURI, ExpiresAt: ms(e.ExpiresAt)}, err
}

func (s *peopleHandlers) authenticatorConfirm(ctx context.Context, c *call, in Confirm) (none, error) {
	return none{}, s.Staff.ConfirmAuthenticator(ctx, c.session, in.Token, in.Code)
}
