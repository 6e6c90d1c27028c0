package player

import (
	"strings"

	"hongyun/internal/calendar"
)

// countryCode is the code of the numbers that CheckPhone accepts.
const countryCode = "+86"

// MinAge is the age in years that the site asks for, 0 where it asks for none.
func (p *people) MinAge() int { return max(p.minAge, 0) }

// CheckAge fails unless a player may deposit and withdraw at their age (D-19,
// trust RG-2): ErrNoBirthday before the birthday is filled in, ErrUnderAge below
// the age.
func (p *people) CheckAge(who Player) error {
	switch {
	case p.MinAge() == 0 || OfAge(who.Birthday, calendar.DayOf(p.db.Clock().Now()), p.MinAge()):
		return nil
	case who.Birthday == "":
		return ErrNoBirthday.With(p.MinAge())
	}
	return ErrUnderAge.With(p.MinAge())
}

// serves fails unless the licence lets us serve the region of a phone number,
// which is its beginning (D-19).
func (p *people) serves(phone string) error {
	for _, prefix := range p.phones {
		if strings.HasPrefix(countryCode+phone, prefix) {
			return nil
		}
	}
	return ErrPhoneRegion
}
