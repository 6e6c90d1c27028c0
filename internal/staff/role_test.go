package staff_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
)

func edit(name string, list ...staff.Permission) account.RoleEdit {
	return account.RoleEdit{Name: name, Permissions: list, Reason: "岗位调整"}
}

// role is a role by its name, as it is now.
func (o *office) role(t *testing.T, name string) account.RoleShown {
	t.Helper()
	all, err := o.AllRoles(t.Context(), o.d)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(all, func(r account.RoleShown) bool { return r.Name == name })
	if i < 0 {
		t.Fatalf("no role is called %s", name)
	}
	return all[i]
}

// twoOwners adds the second owner, and a second account of the first one.
func (o *office) twoOwners(t *testing.T) (other, honest member) {
	t.Helper()
	return o.addFor(t, "boss-b", "E-001", "owner"), o.add(t, "honest", "owner")
}

// made has two owners make a role.
func (o *office) made(t *testing.T, honest member, e account.RoleEdit) account.RoleShown {
	t.Helper()
	id, err := o.SaveRole(t.Context(), o.boss.Actor, e)
	if err != nil || id == "" {
		t.Fatalf("request %q, %v", id, err)
	}
	if _, err := o.Decide(t.Context(), honest.Actor, id, true, ""); err != nil {
		t.Fatal(err)
	}
	return o.role(t, e.Name)
}

// trust ADM-1: a role gains a permission only by two people; losing one and a new name need one.
func TestTrust_ADM_1_ARoleGainsAPermissionByTwoPeopleOnly(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		other, honest := o.twoOwners(t)
		asked, err := o.SaveRole(ctx, o.boss.Actor, edit("存款组", staff.DepositView, staff.DepositConfirm))
		if err != nil || asked == "" {
			t.Fatalf("one dishonest owner makes a role alone: %q, %v", asked, err)
		}
		for _, by := range []staff.Actor{o.boss.Actor, other.Actor} {
			if _, err := o.Decide(ctx, by, asked, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
				t.Errorf("%s agrees to the request of the same person: %v", by.Name, err)
			}
		}
		if _, err := o.Decide(ctx, honest.Actor, asked, true, ""); err != nil {
			t.Fatal(err)
		}
		r := o.role(t, "存款组")
		wider := account.RoleEdit{Role: r.Role.Role, Name: "存款组", Permissions: []staff.Permission{staff.DepositView, staff.DepositConfirm, staff.DepositReview}, Version: r.Version, Reason: "岗位调整"}
		if id, err := o.SaveRole(ctx, o.boss.Actor, wider); err != nil || id == "" {
			t.Errorf("widened by one person: %q, %v", id, err)
		}
		narrower := account.RoleEdit{Role: r.Role.Role, Name: "存款一组", Permissions: []staff.Permission{staff.DepositView}, Version: r.Version, Reason: "岗位调整"}
		if id, err := o.SaveRole(ctx, o.boss.Actor, narrower); err != nil || id != "" {
			t.Errorf("narrowing waits for %q, %v", id, err)
		}
		// The role is another one now, so the wider form that waits is void.
		open, _, err := o.Approvals(ctx, staff.ApprovalFilter{State: staff.Pending})
		if err != nil || len(open) != 1 {
			t.Fatalf("requests %+v, %v", open, err)
		}
		if _, err := o.Decide(ctx, honest.Actor, open[0].ID, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("a request about an older form of the role: %v", err)
		}
		if now := o.role(t, "存款一组"); !slices.Equal(now.Permissions, []staff.Permission{staff.DepositView}) {
			t.Errorf("permissions %v", now.Permissions)
		}
	})
}

// trust ADM-1: nobody gives rights they do not have: neither in a role, nor with one,
// nor by opening a stronger account.
func TestTrust_ADM_1_NobodyGivesRightsTheyDoNotHave(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		_, honest := o.twoOwners(t)
		hr := o.made(t, honest, edit("人事", staff.StaffView, staff.StaffManage, staff.ApprovalDecide, staff.DepositView)).Role.Role
		clerk, second := o.add(t, "clerk", hr), o.add(t, "clerk2", hr)
		outside := map[string]func() (string, error){
			"in a role": func() (string, error) { return o.SaveRole(ctx, clerk.Actor, edit("新组", staff.WithdrawalPay)) },
			"with a role": func() (string, error) {
				return o.RequestRoles(ctx, clerk.Actor, o.finance.ID, []string{"finance", "risk"}, "岗位调整")
			},
			"with a new account": func() (string, error) {
				added, err := o.Add(ctx, clerk.Actor, account.NewStaff{Name: "ghost", Person: "E9", Roles: []string{"owner"}, Reason: "新同事"})
				return added.ApprovalID, err
			},
			"by a reset": func() (string, error) {
				added, err := o.RequestReset(ctx, clerk.Actor, o.boss.ID, "手机丢失")
				return added.ApprovalID, err
			},
		}
		for how, give := range outside {
			if id, err := give(); !errors.Is(err, staff.ErrRights) {
				t.Errorf("%s: %q, %v", how, id, err)
			}
		}
		if _, err := o.Disable(ctx, honest.Actor, o.finance.ID, "离职了"); err != nil {
			t.Fatal(err)
		}
		if id, err := o.Enable(ctx, clerk.Actor, o.finance.ID, "返岗了"); !errors.Is(err, staff.ErrRights) {
			t.Errorf("by enabling: %q, %v", id, err)
		}
		// An owner asks; the clerk may decide about staff, but does not have the right that is given.
		id, err := o.SaveRole(ctx, o.boss.Actor, edit("出款组", staff.WithdrawalPay))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Decide(ctx, o.logIn(t, second).Actor, id, true, ""); !errors.Is(err, staff.ErrRights) {
			t.Errorf("agreed to by somebody without the right: %v", err)
		}
		// With one owner, staff who are no owner still need a second person.
		if id, err := o.SaveRole(ctx, clerk.Actor, edit("查看组", staff.DepositView)); err != nil || id == "" {
			t.Errorf("made alone by one who is no owner: %q, %v", id, err)
		}
	})
}

// A request shows what a role allows; one that allows something else since is void.
func TestARoleThatChangedSinceVoidsWhatWasAskedWithIt(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		_, honest := o.twoOwners(t)
		r := o.made(t, honest, edit("夜班", staff.DepositView))
		asked, err := o.RequestRoles(ctx, o.boss.Actor, o.finance.ID, []string{r.Role.Role}, "岗位调整")
		if err != nil {
			t.Fatal(err)
		}
		wide, err := o.SaveRole(ctx, o.boss.Actor, account.RoleEdit{Role: r.Role.Role, Name: "夜班", Permissions: []staff.Permission{staff.DepositView, staff.WithdrawalPay}, Version: r.Version, Reason: "岗位调整"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Decide(ctx, honest.Actor, wide, true, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Decide(ctx, honest.Actor, asked, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("given with more rights than the second person was shown: %v", err)
		}
	})
}

// Open sessions lose and gain rights with the next request, without a new login.
func TestAChangeOfARoleHoldsInOpenSessionsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		session := o.logIn(t, o.finance)
		may := func() bool {
			now, err := o.Authenticate(ctx, session.Token, true)
			if err != nil {
				t.Fatal(err)
			}
			return o.Can(now.Actor, staff.WithdrawalPay)
		}
		if !may() {
			t.Fatal("finance may not pay")
		}
		r := o.role(t, "财务")
		without := slices.DeleteFunc(slices.Clone(r.Permissions), func(p staff.Permission) bool { return p == staff.WithdrawalPay })
		if _, err := o.SaveRole(ctx, o.boss.Actor, account.RoleEdit{Role: "finance", Name: "财务", Permissions: without, Reason: "岗位调整"}); err != nil {
			t.Fatal(err)
		}
		if may() {
			t.Error("the session keeps a permission that its role lost")
		}
	})
}

// A person whose role comes to decide is as new to it as a new account.
func TestARoleThatComesToDecideLetsItsPeopleWait(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		strict := &office{Accounts: account.New(staff.New(staff.Config{DB: o.d, Box: box, Log: dbtest.Quiet()}), account.Config{NewcomerWait: account.NewcomerWait}), d: o.d, boss: o.boss}
		support := o.add(t, "su", "support")
		r := o.role(t, "客服")
		_, err = strict.SaveRole(t.Context(), staff.System("test"), account.RoleEdit{
			Role: "support", Name: "客服", Permissions: append(slices.Clone(r.Permissions), staff.ApprovalDecide), Reason: "岗位调整",
		})
		if err != nil {
			t.Fatal(err)
		}
		p, err := o.Find(t.Context(), o.d, support.ID)
		if err != nil || !p.DecidesFrom.After(o.d.Clock().Now()) {
			t.Errorf("decides from %v, %v", p.DecidesFrom, err)
		}
	})
}

func TestARoleThatSomebodyHasStays(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		finance := o.role(t, "财务")
		if err := o.RemoveRole(ctx, o.boss.Actor, "finance", finance.Version, "不再需要"); !errors.Is(err, staff.ErrRoleInUse) {
			t.Errorf("removed from under its people: %v", err)
		}
		if err := o.RemoveRole(ctx, o.boss.Actor, "owner", 0, "不再需要"); !errors.Is(err, staff.ErrOwnerRole) {
			t.Errorf("the owner's role was removed: %v", err)
		}
		if _, err := o.SaveRole(ctx, o.boss.Actor, account.RoleEdit{Role: "owner", Name: "管理员", Permissions: []staff.Permission{staff.DepositView}, Reason: "岗位调整"}); !errors.Is(err, staff.ErrOwnerRole) {
			t.Errorf("the owner's role was emptied: %v", err)
		}
		if err := o.RemoveRole(ctx, o.boss.Actor, "editor", 0, "不再需要"); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Add(ctx, o.boss.Actor, account.NewStaff{Name: "late", Person: "E8", Roles: []string{"editor"}, Reason: "新同事"}); !errors.Is(err, staff.ErrRole) {
			t.Errorf("a removed role was given: %v", err)
		}
	})
}

// A role that was removed makes room for another one.
func TestARemovedRoleMakesRoom(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		made := func(name string) error {
			_, err := o.SaveRole(t.Context(), o.boss.Actor, edit(name, staff.DepositView))
			return err
		}
		n := 0
		for ; made(fmt.Sprintf("岗位%d", n)) == nil; n++ {
		}
		if err := made("夜班"); !errors.Is(err, staff.ErrRoleMany) {
			t.Fatalf("beyond the last role: %v", err)
		}
		r := o.role(t, "岗位0")
		if err := o.RemoveRole(t.Context(), o.boss.Actor, r.Role.Role, r.Version, "不再需要"); err != nil {
			t.Fatal(err)
		}
		if err := made("夜班"); err != nil {
			t.Errorf("after one of %d was removed: %v", n, err)
		}
	})
}

func TestRolesOfBadInputAreRefused(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		for _, c := range []struct {
			edit account.RoleEdit
			want error
		}{
			{edit("", staff.DepositView), staff.ErrRoleName},
			{edit("a\u202eb", staff.DepositView), staff.ErrRoleName},
			{edit("财务、管理员", staff.DepositView), staff.ErrRoleName},
			{edit("一二三四五六七八九十一二三四五六七", staff.DepositView), staff.ErrRoleName},
			{edit("管理员", staff.DepositView), staff.ErrRoleTaken},
			{edit("财 务", staff.DepositView), staff.ErrRoleName},
			{edit("空"), staff.ErrRoleEmpty},
			{edit("怪", "no.such"), staff.ErrRoleEmpty},
			{account.RoleEdit{Name: "夜班", Permissions: []staff.Permission{staff.DepositView}}, staff.ErrReason},
			{account.RoleEdit{Role: "none", Name: "夜班", Permissions: []staff.Permission{staff.DepositView}, Reason: "岗位调整"}, staff.ErrRole},
			{account.RoleEdit{Role: "finance", Name: "财务", Permissions: []staff.Permission{staff.DepositView}, Version: 7, Reason: "岗位调整"}, staff.ErrRoleStale},
		} {
			if _, err := o.SaveRole(t.Context(), o.boss.Actor, c.edit); !errors.Is(err, c.want) {
				t.Errorf("%+v: %v, not %v", c.edit, err, c.want)
			}
		}
	})
}

// trust ADM-1: the list of networks changes by two people, and locks out neither of them.
func TestTrust_ADM_1_TheNetworksOfStaffChangeByTwoPeopleWhoStayInside(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		other, honest := o.twoOwners(t)
		if _, err := o.SaveNetworks(ctx, o.boss.Actor, []string{"203.0.113.0/24"}, 0, "只限办公室"); !errors.Is(err, staff.ErrLockOut) {
			t.Errorf("locked oneself out: %v", err)
		}
		for _, bad := range []string{"office", "0.0.0.0/0", "::/0", "10.0.0.0/33", "fe80::1%eth0"} {
			if _, err := o.SaveNetworks(ctx, o.boss.Actor, []string{bad}, 0, "只限办公室"); !errors.Is(err, staff.ErrNetworkForm) {
				t.Errorf("%s: %v", bad, err)
			}
		}
		id, err := o.SaveNetworks(ctx, o.boss.Actor, []string{" 10.0.0.9/24 ", "198.51.100.7"}, 0, "只限办公室")
		if err != nil || id == "" {
			t.Fatalf("one owner changes it alone: %q, %v", id, err)
		}
		if _, err := o.Decide(ctx, other.Actor, id, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("by the maker's other account: %v", err)
		}
		away := honest.Actor
		away.IP = "192.0.2.1"
		if _, err := o.Decide(ctx, away, id, true, ""); !errors.Is(err, staff.ErrLockOut) {
			t.Errorf("the second person was locked out: %v", err)
		}
		if err := o.CheckAddress(ctx, "192.0.2.1"); err != nil {
			t.Errorf("before the change: %v", err)
		}
		if _, err := o.Decide(ctx, honest.Actor, id, true, ""); err != nil {
			t.Fatal(err)
		}
		for ip, want := range map[string]error{"10.0.0.77": nil, "198.51.100.7": nil, "::ffff:10.0.0.77": nil, "198.51.100.8": staff.ErrNetwork, "192.0.2.1": staff.ErrNetwork, "": staff.ErrNetwork} {
			if err := o.CheckAddress(ctx, ip); !errors.Is(err, want) {
				t.Errorf("%q: %v", ip, err)
			}
		}
		if id, err := o.SaveNetworks(ctx, o.boss.Actor, nil, 1, "不再限制"); err != nil || id == "" {
			t.Errorf("opened to everybody by one person: %q, %v", id, err)
		}
		if err := o.ClearNetworks(ctx); err != nil {
			t.Fatal(err)
		}
		if err := o.CheckAddress(ctx, "192.0.2.1"); err != nil {
			t.Errorf("after the command: %v", err)
		}
	})
}

// trust ADM-1: a person's own limit goes down by one person and up by two, whose own limits allow it.
func TestTrust_ADM_1_ALimitOfAPersonRisesByTwoPeopleOnly(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		_, honest := o.twoOwners(t)
		low, high := 1_000*money.Yuan, 20_000*money.Yuan
		most := func(m member) money.Fen {
			got, err := o.AloneMost(ctx, o.d, m.Actor, 50_000*money.Yuan)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		if _, err := o.SetAloneMost(ctx, o.finance.Actor, o.finance.ID, &high, "业务需要"); !errors.Is(err, staff.ErrSelf) {
			t.Errorf("one's own limit: %v", err)
		}
		if id, err := o.SetAloneMost(ctx, o.boss.Actor, o.finance.ID, &low, "新同事"); err != nil || id != "" {
			t.Fatalf("lowered: %q, %v", id, err)
		}
		twin := o.addFor(t, "fang2", "id fang", "finance")
		if most(o.finance) != low || most(twin) != low || most(honest) != 50_000*money.Yuan {
			t.Errorf("alone: %v, by the other account %v, owner %v", most(o.finance), most(twin), most(honest))
		}
		for _, to := range []*money.Fen{&high, nil} {
			id, err := o.SetAloneMost(ctx, o.boss.Actor, o.finance.ID, to, "业务需要")
			if err != nil || id == "" {
				t.Fatalf("raised by one person: %q, %v", id, err)
			}
			if _, err := o.Decide(ctx, honest.Actor, id, to != nil, "看过了"); err != nil {
				t.Fatal(err)
			}
		}
		if most(o.finance) != high {
			t.Errorf("after two agreed: %v", most(o.finance))
		}
		// An owner who is limited gives nobody more than that.
		if _, err := o.SetAloneMost(ctx, honest.Actor, o.boss.ID, &low, "试用期"); err != nil {
			t.Fatal(err)
		}
		if _, err := o.SetAloneMost(ctx, o.boss.Actor, o.finance.ID, nil, "业务需要"); !errors.Is(err, staff.ErrRightsLimit) {
			t.Errorf("gives more than the own limit: %v", err)
		}
	})
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		from := login.Client{IP: "203.0.113.9", Agent: "Browser\x00/1"}
		open := func() login.Session {
			dbtest.Clock(o.d).Advance(30 * time.Second)
			s, err := o.LogIn(ctx, o.finance.Name, o.finance.Password, o.code(o.finance), from)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		first, second, third := open(), open(), open()
		list, err := o.Sessions(ctx, o.d, o.finance.ID, second)
		if err != nil || len(list) != 3 || list[0].IP != from.IP || list[0].Agent != "Browser/1" || list[0].Current || !list[1].Current {
			t.Fatalf("sessions %+v, %v", list, err)
		}
		if n, err := o.EndOwn(ctx, second, list[2].ID); err != nil || n != 1 {
			t.Errorf("ended %d, %v", n, err)
		}
		if _, err := o.EndOwn(ctx, o.logIn(t, o.boss), list[0].ID); !errors.Is(err, staff.ErrNoOpenSession) {
			t.Errorf("ended another person's session as one's own: %v", err)
		}
		if n, err := o.EndOwn(ctx, second, ""); err != nil || n != 1 {
			t.Errorf("ended %d, %v", n, err)
		}
		for i, s := range []login.Session{first, second, third} {
			_, err := o.Authenticate(ctx, s.Token, false)
			if (err == nil) != (i == 1) {
				t.Errorf("session %d: %v", i, err)
			}
		}
		if _, err := o.EndOf(ctx, o.boss.Actor, o.finance.ID, "", ""); !errors.Is(err, staff.ErrReason) {
			t.Errorf("without a reason: %v", err)
		}
		if n, err := o.EndOf(ctx, o.boss.Actor, o.finance.ID, "", "电脑遗失"); err != nil || n != 1 {
			t.Errorf("ended %d, %v", n, err)
		}
		if _, err := o.Authenticate(ctx, second.Token, false); !errors.Is(err, staff.ErrNoSession) {
			t.Errorf("after all ended: %v", err)
		}
	})
}

func TestEveryPermissionHasANameAndAGroup(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range staff.Permissions {
		if p.Name() == string(p) || seen[p.Name()] || p.Group() == "" || p.Group()[0] < 128 && p.Group() != "USDT" && p.Group() != "VIP" {
			t.Errorf("%s: %q in %q", p, p.Name(), p.Group())
		}
		seen[p.Name()] = true
	}
}
