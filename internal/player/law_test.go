package player_test

import (
	"errors"
	"testing"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
)

// D-19, trust RG-2: 17 years and 364 days is too young, 18 years is not; born on
// 29 February, one is of age on 1 March.
func TestTrust_RG_2_AgeIsCountedByTheDay(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		clock := dbtest.Clock(h.d)
		now := clock.Now() // 2 March 2026, noon in Beijing
		for _, tc := range []struct {
			birthday string
			want     error
		}{
			{"", identity.ErrNoBirthday}, {"2008-03-03", identity.ErrUnderAge}, {"2008-03-02", nil}, {"2008-02-29", nil}, {"1990-01-31", nil},
		} {
			if err := h.CheckAge(identity.Player{Birthday: tc.birthday}); !errors.Is(err, tc.want) {
				t.Errorf("born %q on %v: %v, want %v", tc.birthday, now, err, tc.want)
			}
		}
		clock.Set(now.AddDate(0, 0, -2)) // 28 February
		if err := h.CheckAge(identity.Player{Birthday: "2008-02-29"}); !errors.Is(err, identity.ErrUnderAge) {
			t.Errorf("born on 29 February, the day before: %v", err)
		}
	})
}

// D-19: a birthday below the age is kept, so that a minor cannot type another one.
func TestABirthdayBelowTheAgeIsKeptAndTold(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register(t, "kidd")
		if err := h.UpdateInfo(t.Context(), "kidd", player.InfoBirthday, "2010-01-31"); !errors.Is(err, identity.ErrUnderAge) {
			t.Errorf("a minor's birthday: %v", err)
		}
		if err := h.UpdateInfo(t.Context(), "kidd", player.InfoBirthday, "1990-01-31"); !errors.Is(err, identity.ErrFilled) {
			t.Errorf("another birthday: %v", err)
		}
	})
}

// D-19, H-492: without a setting the age is checked. NoMinAge asks for no birthday,
// and still refuses a minor that is known.
func TestTheAgeIsCheckedByDefault(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for setting, want := range map[int]int{0: 18, 21: 21, identity.NoMinAge: 0} {
			p := player.New(player.Config{DB: h.d, Guard: h.guard, Staff: h.staff, Box: h.box, Log: dbtest.Quiet(), MinAge: setting})
			err := p.CheckAge(identity.Player{Birthday: "2007-01-31"}) // 19 years old
			if p.MinAge() != want || (err == nil) != (want <= 19) {
				t.Errorf("setting %d: age %d, a player of 19: %v", setting, p.MinAge(), err)
			}
			if err := p.CheckAge(identity.Player{Birthday: "2015-01-01"}); !errors.Is(err, identity.ErrUnderAge) {
				t.Errorf("setting %d: a child may pay: %v", setting, err)
			}
			if err := p.CheckAge(identity.Player{}); (err == nil) != (setting == identity.NoMinAge) {
				t.Errorf("setting %d: without a birthday: %v", setting, err)
			}
		}
	})
}

// D-19: the region of a phone number must be one that the licence names.
func TestPhoneNumbersOfOtherRegionsCannotRegister(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i, tc := range []struct {
			phones []string
			served bool
		}{
			{nil, false}, {[]string{"+852"}, false}, {[]string{"+86139", "+86137"}, false}, {[]string{"+852", "+86138"}, true}, {[]string{"+86"}, true},
		} {
			h.Players = player.New(player.Config{
				DB: h.d, Guard: h.guard, Staff: h.staff, Box: h.box, Log: dbtest.Quiet(), TestAnswer: testAnswer, Phones: tc.phones,
			})
			form := h.form("regi" + string(rune('a'+i)))
			_, err := h.Register(t.Context(), form)
			if tc.served && err != nil || !tc.served && !errors.Is(err, identity.ErrPhoneRegion) {
				t.Errorf("%v: %v", tc.phones, err)
			}
		}
	})
}
