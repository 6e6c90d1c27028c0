package identity

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"hongyun/internal/calendar"
)

var (
	nameForm     = regexp.MustCompile(`^[A-Za-z0-9]{4,10}$`)
	PhoneForm    = regexp.MustCompile(`^1[3-9][0-9]{9}$`)
	PasswordForm = regexp.MustCompile(`^[A-Za-z0-9]{5,20}$`)
	captchaForm  = regexp.MustCompile(`^[A-Za-z0-9]{4}$`)
	EmailForm    = regexp.MustCompile(`^[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,24}$`)
	TrueNameForm = regexp.MustCompile(`^\p{Han}+(?:·\p{Han}+)*$`)
	VRandForm    = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	middleDots   = strings.NewReplacer("•", "·", "・", "·", "‧", "·", "⋅", "·", "･", "·", "∙", "·")
)

// Fold returns the id of the player with a user name (D-01: unique without
// regard to case). The name is not checked.
func Fold(name string) string { return strings.ToLower(name) }

// CheckName fails unless a user name has 4 to 10 letters or digits (ACC-02, D-01).
func CheckName(name string) error {
	return CheckField(name, nameForm, ErrNameEmpty, ErrNameForm)
}

// CheckPhone fails unless a phone number has 11 digits, 1 and then 3 to 9 first (ACC-03).
func CheckPhone(phone string) error {
	return CheckField(phone, PhoneForm, ErrPhoneEmpty, ErrPhoneForm)
}

// CheckPassword fails unless a password has 5 to 20 letters or digits (ACC-04, D-02).
func CheckPassword(password string) error {
	return CheckField(password, PasswordForm, ErrPasswordEmpty, ErrPasswordForm)
}

// CheckEmail fails unless an e-mail address has the usual form (ACC-18).
func CheckEmail(email string) error {
	if len(email) > 100 {
		return ErrEmailForm
	}
	return CheckField(email, EmailForm, ErrEmailEmpty, ErrEmailForm)
}

func CheckCaptcha(code string) error {
	return CheckField(code, captchaForm, ErrCaptchaEmpty, ErrCaptchaForm)
}

// CheckField applies the three rules every field has, in the order the page
// does: not empty, no spaces, its form.
func CheckField(value string, form *regexp.Regexp, empty, wrong error) error {
	switch {
	case value == "":
		return empty
	case strings.ContainsFunc(value, unicode.IsSpace):
		return ErrSpaces
	case !form.MatchString(value):
		return wrong
	}
	return nil
}

// NormalizeName returns a true name as it is kept: Chinese characters, with a
// middle dot between parts, whichever of the look-alike dots was typed. It
// fails with ErrTrueNameEmpty or ErrTrueNameForm (ACC-16).
func NormalizeName(name string) (string, error) {
	if name == "" {
		return "", ErrTrueNameEmpty
	}
	if len(name) > 200 || !utf8.ValidString(name) {
		return "", ErrTrueNameForm
	}
	name = middleDots.Replace(norm.NFC.String(name))
	n := utf8.RuneCountInString(name)
	if n < 2 || n > 30 || !TrueNameForm.MatchString(name) {
		return "", ErrTrueNameForm
	}
	return name, nil
}

// CheckBirthday returns a birthday as YYYY-MM-DD, or fails when it is none:
// not a date, before 1900 or after today.
func CheckBirthday(text string, today calendar.Day) (string, error) {
	if text == "" {
		return "", ErrBirthdayEmpty
	}
	day, err := calendar.ParseDay(text)
	if err != nil || day < 19000101 || day > today {
		return "", ErrBirthdayForm
	}
	return day.String(), nil
}

// OfAge reports whether somebody born on birthday (YYYY-MM-DD) is at least
// years old on a day. An empty or unreadable birthday is never of age (D-19).
func OfAge(birthday string, on calendar.Day, years int) bool {
	born, err := calendar.ParseDay(birthday)
	// As numbers yyyymmdd: born on 29 February, one comes of age on 1 March.
	return err == nil && int(born)+years*10000 <= int(on)
}

// MaskPhone shows 138****5678.
func MaskPhone(phone string) string {
	if len(phone) != 11 {
		return strings.Repeat("*", len(phone))
	}
	return phone[:3] + "****" + phone[7:]
}

// MaskName shows 张**: the first character, and as many stars as follow.
func MaskName(name string) string {
	r := []rune(name)
	if len(r) < 2 {
		return strings.Repeat("*", len(r))
	}
	return string(r[0]) + strings.Repeat("*", len(r)-1)
}

// MaskEmail shows a***@example.com.
func MaskEmail(email string) string {
	user, host, ok := strings.Cut(email, "@")
	if !ok || user == "" {
		return strings.Repeat("*", min(len(email), 8))
	}
	return user[:1] + "***@" + host
}

// MaskBirthday shows 1990-**-**.
func MaskBirthday(birthday string) string {
	if len(birthday) != len("2006-01-02") {
		return strings.Repeat("*", len(birthday))
	}
	return birthday[:4] + "-**-**"
}
