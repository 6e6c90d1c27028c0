package identity

import "hongyun/internal/calendar"

// countryCode is the code of the numbers that CheckPhone accepts.
const countryCode = "+86"

// MinAge is the age in years that the site asks for, 0 where it asks for none.
func (p *People) MinAge() int { return p.Rules.MinAge() }

// CheckAge fails unless a player may deposit and withdraw at their age (D-19,
// trust RG-2): ErrNoBirthday before the birthday is filled in, ErrUnderAge below
// the age.
func (p *People) CheckAge(who Player) error {
	switch age := p.MinAge(); {
	case age == 0 || OfAge(who.Birthday, calendar.DayOf(p.DB.Clock().Now()), age):
		return nil
	case who.Birthday == "":
		return ErrNoBirthday.With(age)
	default:
		return ErrUnderAge.With(age)
	}
}
