package adminapi

import (
	"context"
	"hongyun/internal/staff"
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
	ExpiresAt   Ms                 `json:"expiresAt"`
	Now         Ms                 `json:"now"`
	Demo        bool               `json:"demo"`
	Limits      Limits             `json:"limits"`
}

// Limits are the amounts above which a second person decides.
type Limits struct {
	Withdrawal Yuan `json:"withdrawalSecondAbove"`
	Deposit    Yuan `json:"depositSecondAbove"`
}

func (s *peopleHandlers) logIn(ctx context.Context, c *call, in Login) (Me, error) {
	session, err := s.Staff.LogIn(ctx, in.Name, in.Password, in.Code, clientOf(c))
	if err != nil {
		return Me{}, err
	}
	s.setCookie(c, cookieName, session.Token, "/", 0)
	s.setCookie(c, deviceCookie, session.Device, base+"/login", deviceSeconds)
	return s.meOf(ctx, session)
}

func (s *peopleHandlers) logOut(ctx context.Context, c *call, _ Empty) (none, error) {
	if err := s.Staff.LogOut(ctx, c.by, c.token); err != nil {
		return none{}, err
	}
	s.setCookie(c, cookieName, "", "/", -1)
	return none{}, nil
}

func (s *peopleHandlers) me(ctx context.Context, c *call) (Me, error) { return s.meOf(ctx, c.session) }

func (s *peopleHandlers) meOf(ctx context.Context, session staff.Session) (Me, error) {
	by := session.Actor
	limits, err := s.limitsOf(ctx, by)
	return Me{
		ID: by.ID, Name: by.Name, Roles: by.Roles, Permissions: s.Staff.PermissionsOf(by),
		IdleSeconds: int(s.Staff.IdleFor().Seconds()), ExpiresAt: ms(session.ExpiresAt), Now: ms(s.Clock.Now()), Demo: s.Demo,
		Limits: limits,
	}, err
}
