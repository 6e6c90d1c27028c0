// Package stafftest does for tests what people of the back office do by hand.
package stafftest

import (
	"context"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
)

// Password is what every account of a test logs in with.
const Password = "correct horse 42"

// Account is what the person of an account has and knows.
type Account struct {
	Person               account.Person
	Password, TOTPSecret string
}

// Add makes an account of a new human being, from the command line, and enrols
// its person.
func Add(ctx context.Context, people *account.Accounts, now time.Time, name string, roles ...string) (Account, error) {
	added, err := people.Add(ctx, staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: roles, Reason: "测试人员"})
	if err != nil {
		return Account{}, err
	}
	// Each from a network of its own: the limits of guessing are another test's.
	from, link := login.Client{IP: "test:" + name}, added.Invitation
	open, err := people.OpenEnrolment(ctx, link.Token, link.Code, from)
	if err != nil {
		return Account{}, err
	}
	code, err := totp.GenerateCode(open.TOTPSecret, now)
	if err != nil {
		return Account{}, err
	}
	return Account{added.Person, Password, open.TOTPSecret}, people.Enrol(ctx, link.Token, link.Code, Password, code, from)
}
