package identity

import "hongyun/internal/calendar"

// countryCode is the code of the numbers that CheckPhone accepts.
const countryCode = "+86"

// MinAge is the age in years that the site asks for, 0 where it asks for none.
func (p *People) MinAge() int { return p.Rules.MinAge() }

// CheckAge fails unless a player may deposit and withdraw at their age (D-19,
// trust RG-2): ErrNoBirthday before the birthday is filled in, ErrUnderAge below
// the age. With NoMinAge no birthday is asked for, but one that is known must be
// of DefaultMinAge.
func (p *People) CheckAge(who Player) error {
	age := p.MinAge()
	if age == 0 {
		if who.Birthday == "" {
			return nil
		}
		age = DefaultMinAge
	}
	switch {
	case OfAge(who.Birthday, calendar.DayOf(p.DB.Clock().Now()), age):
		return nil
	case who.Birthday == "":
		return ErrNoBirthday.With(age)
	default:
		return ErrUnderAge.With(age)
	}
}
