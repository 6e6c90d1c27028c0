package people

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/staff"
	"hongyun/internal/staff/login"
)

// Login is what opens a session.
type Login struct {
	Name     string `json:"name"`
	Password string `json:"password"`
	Code     string `json:"code"` // six digits of the authenticator
}

// Me is the member of staff at work and what they may do.
type Me struct {
	ID          string             `json:"id"`
	Name        string             `json:"name"`
	Roles       []string           `json:"roles"`
	Permissions []staff.Permission `json:"permissions" enumOf:"permission"`
	IdleSeconds int                `json:"idleSeconds"`
	ExpiresAt   wire.Ms            `json:"expiresAt"`
	Now         wire.Ms            `json:"now"`
	Demo        bool               `json:"demo"`
	Limits      Limits             `json:"limits"`
}

// Limits are the amounts above which a second person decides.
type Limits struct {
	Withdrawal wire.Yuan `json:"withdrawalSecondAbove"`
	Deposit    wire.Yuan `json:"depositSecondAbove"`
}

func (s *Handlers) logIn(ctx context.Context, c *route.Call, in Login) (Me, error) {
	session, err := s.Staff.LogIn(ctx, in.Name, in.Password, in.Code, clientOf(c))
	if err != nil {
		return Me{}, err
	}
	s.setCookie(c, route.CookieName, session.Token, "/", 0)
	s.setCookie(c, deviceCookie, session.Device, route.Base+"/login", deviceSeconds)
	return s.meOf(ctx, session)
}

func (s *Handlers) logOut(ctx context.Context, c *route.Call, _ wire.Empty) (route.None, error) {
	if err := s.Staff.LogOut(ctx, c.By, c.Token); err != nil {
		return route.None{}, err
	}
	s.setCookie(c, route.CookieName, "", "/", -1)
	return route.None{}, nil
}

// Me serves /me.
func (s *Handlers) Me(ctx context.Context, c *route.Call) (Me, error) { return s.meOf(ctx, c.Session) }

func (s *Handlers) meOf(ctx context.Context, session login.Session) (Me, error) {
	by := session.Actor
	limits, err := s.limitsOf(ctx, by)
	return Me{
		ID: by.ID, Name: by.Name, Roles: by.Roles, Permissions: s.Staff.PermissionsOf(by),
		IdleSeconds: int(s.Staff.IdleFor().Seconds()), ExpiresAt: wire.InMs(session.ExpiresAt), Now: wire.InMs(s.Clock.Now()), Demo: s.Demo,
		Limits: limits,
	}, err
}
