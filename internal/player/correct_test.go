package player_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/player"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

var boss = staff.Actor{ID: "b1", Name: "bai", Roles: []string{"owner"}}

func (h *house) asksToCorrect(t *testing.T, field, value string) string {
	t.Helper()
	id, err := h.AskCorrection(t.Context(), support, "ming01", field, value, "证件核对有误")
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// H-127, cashier B10: a mistyped field is corrected by two people, the second of
// whom reads sentences; nothing of it is readable in the tables or the trail.
func TestAPersonalFieldIsCorrectedByTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "Ming01")
		if err := h.UpdateInfo(ctx, "ming01", player.InfoTrueName, "张三丰"); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ field, value, old, new, is string }{
			{"trueName", "张四丰", "张**", "张**", "张四丰"},
			{"phone", "13912345678", "138****0001", "139****5678", "13912345678"},
			{"email", "ming@example.com", "未填写", "m***@example.com", "ming@example.com"},
			{"birthday", "1990-01-31", "未填写", "1990-**-**", "1990-01-31"},
		} {
			id := h.asksToCorrect(t, c.field, c.value)
			a, err := h.staff.FindApproval(ctx, h.d, id)
			if err != nil {
				t.Fatal(err)
			}
			if a.Details[1].Value != c.old || a.Details[2].Value != c.new || strings.Contains(string(a.Payload), c.value) {
				t.Errorf("%s: %+v, payload %s", c.field, a.Details, a.Payload)
			}
			if _, value, err := h.RevealCorrection(ctx, boss, id, "核对证件"); err != nil || value != c.value {
				t.Errorf("%s in full: %q, %v", c.field, value, err)
			}
			if _, err := h.AskCorrection(ctx, support, "ming01", c.field, c.value, "再提一次"); !errors.Is(err, staff.ErrOpenRequest) {
				t.Errorf("a second request: %v", err)
			}
			if _, err := h.staff.Decide(ctx, support, id, true, ""); err == nil {
				t.Error("who asked agreed")
			}
			if _, err := h.staff.Decide(ctx, boss, id, true, ""); err != nil {
				t.Fatal(err)
			}
			// H-183: a card is bound under the true name, so its corrector lets no withdrawal go.
			title, err := h.staff.Favoured(ctx, h.d, support, "ming01", time.Time{}, h.d.Clock().Now())
			if err != nil || title != "更正真实姓名" {
				t.Errorf("%s: the latest request about the player's money is %q, %v", c.field, title, err)
			}
			p, err := h.Find(ctx, h.d, "ming01")
			if err != nil {
				t.Fatal(err)
			}
			if is := map[string]string{"trueName": p.TrueName, "phone": p.Phone, "email": p.Email, "birthday": p.Birthday}[c.field]; is != c.is {
				t.Errorf("%s is %q", c.field, is)
			}
			if n := h.text(t, "SELECT COUNT(*) FROM staff_audit WHERE after LIKE ?", "%"+c.value+"%"); n != "0" {
				t.Errorf("%s of %s rows of the trail can be read", c.field, n)
			}
		}
		p, _ := h.Find(ctx, h.d, "ming01")
		if p.NameChangedAt.IsZero() || p.PhoneChangedAt.IsZero() {
			t.Errorf("changes without a time: %+v", p)
		}
		// The new phone number finds the player, the old one no longer does.
		if found, _, err := h.Search(ctx, player.Query{Phone: "13912345678"}); err != nil || len(found) != 1 {
			t.Errorf("found %+v, %v", found, err)
		}
	})
}

// H-127: what cannot be corrected is said before a second person is troubled.
func TestACorrectionIsRefusedBeforeItIsAskedFor(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "Ming01") // 13800000001
		h.register(t, "Hong01") // 13800000002
		for _, c := range []struct {
			player, field, value string
			want                 error
		}{
			{"ming01", "password", "x", identity.ErrRevealField},
			{"ming01", "trueName", "A", identity.ErrTrueNameForm},
			{"ming01", "email", "@", identity.ErrEmailForm},
			{"ming01", "birthday", "tomorrow", identity.ErrBirthdayForm},
			{"ming01", "phone", "13800000001", identity.ErrSameValue},
			{"ming01", "phone", "13800000002", identity.ErrPhoneTaken},
			{"nobody", "phone", "13800000003", identity.ErrNotFound},
		} {
			if _, err := h.AskCorrection(ctx, support, c.player, c.field, c.value, "证件核对有误"); !errors.Is(err, c.want) {
				t.Errorf("%s %s %q: %v, want %v", c.player, c.field, c.value, err, c.want)
			}
		}
		if _, err := h.AskCorrection(ctx, support, "ming01", "phone", "13800000003", ""); err == nil {
			t.Error("without a reason")
		}
	})
}

// H-127: a field that changed since is not corrected to what was asked before,
// and a number that somebody registered meanwhile is refused without harm.
func TestACorrectionOfAChangedFieldIsVoid(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "Ming01")
		late := h.asksToCorrect(t, "email", "ming@example.com")
		if err := h.UpdateInfo(ctx, "ming01", player.InfoEmail, "own@example.com"); err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(ctx, boss, late, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("a changed field: %v", err)
		}
		taken := h.asksToCorrect(t, "phone", "13800000002")
		h.register(t, "Hong01") // with that number
		if _, err := h.staff.Decide(ctx, boss, taken, true, ""); !errors.Is(err, identity.ErrPhoneTaken) {
			t.Errorf("a number that is taken: %v", err)
		}
		if p, err := h.Find(ctx, h.d, "ming01"); err != nil || p.Email != "own@example.com" || p.Phone != "13800000001" {
			t.Errorf("%+v, %v", p, err)
		}
	})
}

// H-127: looking at the whole values of a request counts and is written down as
// any look at personal data; a request of another kind shows nothing.
func TestLookingAtACorrectionIsALookAtPersonalData(t *testing.T) {
	eachWith(t, identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6, RevealsPerHour: 2}, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register(t, "Ming01")
		id := h.asksToCorrect(t, "phone", "13912345678")
		for range 2 {
			if was, value, err := h.RevealCorrection(ctx, boss, id, "核对证件"); err != nil || was != "13800000001" || value != "13912345678" {
				t.Errorf("%q to %q, %v", was, value, err)
			}
		}
		if _, _, err := h.RevealCorrection(ctx, boss, id, "核对证件"); !errors.Is(err, identity.ErrRevealTooMany) {
			t.Errorf("a third look: %v", err)
		}
		if _, _, err := h.RevealCorrection(ctx, risk, id, ""); err == nil {
			t.Error("without a reason")
		}
		if _, _, err := h.RevealCorrection(ctx, risk, "nothing", "核对证件"); !errors.Is(err, staff.ErrNoRequest) {
			t.Errorf("no request: %v", err)
		}
	})
}

// H-128: a forgotten withdrawal password is set anew with a code of customer
// service, by the player, who is logged in.
func TestAForgottenWithdrawalPasswordIsResetWithACode(t *testing.T) {
	eachWith(t, many, func(t *testing.T, h *house) {
		ctx, clock := t.Context(), dbtest.Clock(h.d)
		h.register(t, "Ming01")
		if _, err := h.IssueWithdrawReset(ctx, support, "ming01", "电话核实身份"); !errors.Is(err, identity.ErrWithdrawUnset) {
			t.Errorf("a player without one: %v", err)
		}
		if err := h.SetWithdrawPassword(ctx, "ming01", goodPass, "Wd5nV8cBt"); err != nil {
			t.Fatal(err)
		}
		clock.Advance(48 * time.Hour)
		for range 6 { // locked for an hour
			_ = h.CheckWithdrawPassword(ctx, "ming01", "wrong1234")
		}
		issue := func() string {
			t.Helper()
			issued, err := h.IssueWithdrawReset(ctx, support, "ming01", "电话核实身份")
			if err != nil {
				t.Fatal(err)
			}
			return issued.Code
		}
		try := func(code, password string, want error) {
			t.Helper()
			err := h.ResetWithdrawPassword(ctx, credential.WithdrawReset{Player: "ming01", Code: code, Password: password, Client: identity.Client{IP: "198.51.100.20"}})
			if !errors.Is(err, want) {
				t.Errorf("%s with %s: %v, want %v", password, code, err, want)
			}
		}
		code := issue()
		try(code, "ab", identity.ErrPasswordForm)
		try("12", freshPass, identity.ErrResetForm)
		try("0000000000000000", freshPass, identity.ErrResetCode)
		try(code, goodPass, identity.ErrWithdrawLogin)
		try(code, "12345678", identity.ErrPasswordWeak)
		if err := h.ResetPassword(ctx, resetForm("ming01", code)); !errors.Is(err, identity.ErrReset) {
			t.Errorf("the code sets the login password: %v", err)
		}
		try(h.issue(t, "ming01"), freshPass, identity.ErrResetCode) // a code for the login password
		code = issue()
		try(code, freshPass, nil)
		try(code, "Qm4tX7vLs", identity.ErrResetCode) // once
		if err := h.CheckWithdrawPassword(ctx, "ming01", freshPass); err != nil {
			t.Errorf("the new one: %v", err)
		}
		p, err := h.Find(ctx, h.d, "ming01")
		if err != nil || !p.WithdrawPasswordChangedAt.Equal(clock.Now()) || !p.PasswordResetAt.Equal(clock.Now()) {
			t.Errorf("%+v, %v", p, err)
		}
		late := issue()
		clock.Advance(30*time.Minute + time.Millisecond)
		try(late, "Qm4tX7vLs", identity.ErrResetCode)
		guessed := issue()
		for range 5 {
			try("0000000000000000", "Qm4tX7vLs", identity.ErrResetCode)
		}
		try(guessed, "Qm4tX7vLs", identity.ErrResetCode) // tried too often from here
	})
}

// Cashier B21: looking for a player by personal data is written down without the
// data, and bounded; a search by user name is neither.
func TestSearchesByPersonalDataAreWrittenDown(t *testing.T) {
	eachWith(t, identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6, SearchesPerHour: 5}, func(t *testing.T, h *house) {
		for _, text := range []string{"13800000001", "a@example.com", "张三丰", "6222 0212 3456 7890 128", "6222021234567890128", "ming01", "D2026030200001", "7"} {
			if err := h.NoteSearch(t.Context(), support, text); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		rows, total, err := h.staff.AuditTrail(t.Context(), staff.AuditFilter{Page: staff.Page{Size: 10}})
		if err != nil || total != 5 {
			t.Fatalf("%d rows, %v", total, err)
		}
		for i, want := range []string{"card", "card", "trueName", "email", "phone"} {
			if r := rows[i]; r.Action != "player.search" || r.Label != want || strings.Contains(r.SubjectID, "138") {
				t.Errorf("row %d: %+v, want %s", i, r, want)
			}
		}
		if rows[0].SubjectID != rows[1].SubjectID || rows[0].SubjectID == rows[2].SubjectID {
			t.Errorf("equal searches are not known: %+v", rows)
		}
		if err := h.NoteSearch(t.Context(), support, "13800000001"); !errors.Is(err, identity.ErrSearchTooMany) {
			t.Errorf("one more: %v", err)
		}
		if err := h.NoteSearch(t.Context(), support, "ming01"); err != nil {
			t.Errorf("by user name: %v", err)
		}
	})
}
