package cashier_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/staff"
)

// number makes the n-th 19-digit card number whose check digit is right.
func number(n int) string {
	body := fmt.Sprintf("622202%012d", n)
	sum := 0
	for i := len(body) - 1; i >= 0; i-- {
		d := int(body[i] - '0')
		if (len(body)-1-i)%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return body + fmt.Sprint((10-sum%10)%10)
}

func cardOrder(player string, n int) destination.CardOrder {
	return destination.CardOrder{Player: player, Bank: "ICBC", Number: number(n), Province: "广东省", City: "广州市", Branch: "天河支行"}
}

func (h *house) bind(player string, n int) destination.Card {
	h.t.Helper()
	c, err := h.Cards.Bind(h.t.Context(), cardOrder(player, n))
	if err != nil {
		h.t.Fatal(err)
	}
	return c
}

// CARD-01, CARD-02, WD-02: cards are shown masked in groups of four, the
// default first; another can be made the default.
func TestCardsAreListedWithTheDefaultFirst(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		first, second := h.bind("ming", 1), h.bind("ming", 2)
		if first.Number != "**** **** **** ***"+number(1)[15:16]+" "+number(1)[16:] || !first.IsDefault || second.IsDefault || first.Holder != "王**" {
			t.Errorf("first card %+v", first)
		}
		if first.BankName != "中国工商银行" || first.Province != "广东省" || first.City != "广州市" {
			t.Errorf("first card %+v", first)
		}
		list := func() (ids []int64) {
			cards, err := h.Cards.List(t.Context(), "ming")
			if err != nil {
				t.Fatal(err)
			}
			for i, c := range cards {
				if c.IsDefault != (i == 0) {
					t.Errorf("default stands at %d", i)
				}
				ids = append(ids, c.ID)
			}
			return ids
		}
		if got := list(); got[0] != first.ID {
			t.Error("the default does not come first")
		}
		if err := h.Cards.SetDefault(t.Context(), "ming", second.ID); err != nil {
			t.Fatal(err)
		}
		if got := list(); got[0] != second.ID || len(got) != 2 {
			t.Error("the new default does not come first")
		}
		h.register("hong", "李红")
		expect(t, "another player's card", h.Cards.SetDefault(t.Context(), "hong", first.ID), destination.ErrNoCard)
		expect(t, "no such card", h.Cards.SetDefault(t.Context(), "ming", 1), destination.ErrNoCard)
		if got := list(); got[0] != second.ID {
			t.Error("a refused change had an effect")
		}
	})
}

// CARD-02, CARD-04: every rule of the form, on the server.
func TestCardInputIsChecked(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.bind("ming", 1)
		h.register("hong", "李红")
		h.register("noname", "")
		for _, tc := range []struct {
			what   string
			change func(*destination.CardOrder)
			want   error
		}{
			{"no bank", func(o *destination.CardOrder) { o.Bank = "" }, destination.ErrCardEmpty},
			{"no number", func(o *destination.CardOrder) { o.Number = "" }, destination.ErrCardEmpty},
			{"no province", func(o *destination.CardOrder) { o.Province = "" }, destination.ErrCardEmpty},
			{"no city", func(o *destination.CardOrder) { o.City = "" }, destination.ErrCardEmpty},
			{"blank branch", func(o *destination.CardOrder) { o.Branch = "   " }, destination.ErrCardEmpty},
			{"unknown bank", func(o *destination.CardOrder) { o.Bank = "XYZ" }, destination.ErrCardBank},
			{"unknown province", func(o *destination.CardOrder) { o.Province = "火星" }, destination.ErrCardRegion},
			{"city of another province", func(o *destination.CardOrder) { o.City = "成都市" }, destination.ErrCardRegion},
			{"15 digits", func(o *destination.CardOrder) { o.Number = number(2)[:15] }, destination.ErrCardNumber},
			{"20 digits", func(o *destination.CardOrder) { o.Number = number(2) + "0" }, destination.ErrCardNumber},
			{"letters", func(o *destination.CardOrder) { o.Number = "62220200000000000O0" }, destination.ErrCardNumber},
			{"full-width digits", func(o *destination.CardOrder) { o.Number = "６２２２０２００００００００００" }, destination.ErrCardNumber},
			{"wrong check digit", func(o *destination.CardOrder) { o.Number = "6222005865412565805" }, destination.ErrCardNumber},
			{"branch that hides text", func(o *destination.CardOrder) { o.Branch = "天河\u202e支行" }, destination.ErrCardBranch},
			{"another holder", func(o *destination.CardOrder) { o.Holder = "李红" }, destination.ErrCardName},
			{"holder with a space", func(o *destination.CardOrder) { o.Holder = "王 小明" }, destination.ErrCardName},
			{"no real name", func(o *destination.CardOrder) { o.Player = "noname" }, destination.ErrCardNoName},
			{"bound by another", func(o *destination.CardOrder) { o.Player, o.Number = "hong", number(1) }, destination.ErrCardTaken},
			{"bound already", func(o *destination.CardOrder) { o.Number = number(1) }, destination.ErrCardTaken},
		} {
			o := cardOrder("ming", 2)
			tc.change(&o)
			_, err := h.Cards.Bind(t.Context(), o)
			expect(t, tc.what, err, tc.want)
		}
		good := cardOrder("ming", 3)
		good.Bank, good.Province, good.City, good.Holder = "中国建设银行", "44", "4401", "王小明" // D-29: values too
		good.Number = good.Number[:4] + " " + good.Number[4:8] + " " + good.Number[8:]
		c, err := h.Cards.Bind(t.Context(), good)
		if err != nil || c.Bank != "CCB" || c.Province != "广东省" || c.City != "广州市" {
			t.Errorf("%+v, %v", c, err)
		}
		if n := h.count("SELECT COUNT(*) FROM player_card WHERE player = 'ming' AND province = '44' AND city = '4401'"); n != 2 {
			t.Errorf("%d cards with region codes", n)
		}
		vector := cardOrder("ming", 0)
		vector.Number = "6222020000000000000"
		if _, err := h.Cards.Bind(t.Context(), vector); err != nil {
			t.Errorf("number with a right check digit: %v", err)
		}
	})
	eachWith(t, func(s *order.Settings) { s.LuhnWarns = true }, func(t *testing.T, h *house) {
		o := cardOrder("ming", 0)
		o.Number = "6222005865412565805"
		if _, err := h.Cards.Bind(t.Context(), o); err != nil {
			t.Errorf("the setting only warns: %v", err)
		}
	})
}

// CARD-01, trust CON-4: 200 parallel requests bind exactly three cards.
func TestAtMostThreeCardsWhateverComesAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		var done, refused atomic.Int32
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				switch _, err := h.Cards.Bind(t.Context(), cardOrder("ming", i)); {
				case err == nil:
					done.Add(1)
				case errors.Is(err, destination.ErrCardsMost):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if done.Load() != 3 || refused.Load() != 197 {
			t.Errorf("%d bound, %d refused", done.Load(), refused.Load())
		}
		if n := h.count("SELECT COUNT(*) FROM player_card WHERE is_default"); n != 1 {
			t.Errorf("%d defaults", n)
		}
	})
}

// CARD-04: one card number binds once, whoever asks at the same time.
func TestACardBelongsToOnePlayer(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i := range 4 {
			h.register(fmt.Sprintf("twin%d", i), "王小明")
		}
		var done atomic.Int32
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				_, err := h.Cards.Bind(t.Context(), cardOrder(fmt.Sprintf("twin%d", i), 7))
				if err == nil {
					done.Add(1)
				} else if !errors.Is(err, destination.ErrCardTaken) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if done.Load() != 1 {
			t.Errorf("%d players have one card", done.Load())
		}
	})
}

// trust PII-1, ADM-4: a stolen table shows no number; staff who look are noted.
func TestCardNumbersAreSealed(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		c := h.bind("ming", 1)
		var stored []string
		if err := h.d.NewRaw("SELECT number || holder || number_index FROM player_card").Scan(t.Context(), &stored); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(stored[0], number(1)) || strings.Contains(stored[0], "王") {
			t.Error("stored in the clear")
		}
		_, err := h.Cards.Reveal(t.Context(), anna, "ming", c.ID, "")
		expect(t, "without a reason", err, staff.ErrReason)
		got, err := h.Cards.Reveal(t.Context(), anna, "ming", c.ID, "核对出款")
		if err != nil || got != number(1) {
			t.Errorf("Reveal = %s, %v", got, err)
		}
		if n := h.count("SELECT COUNT(*) FROM staff_audit WHERE action = 'player.reveal'"); n != 1 {
			t.Errorf("%d looks noted", n)
		}
		for _, q := range []string{number(1), number(1)[15:]} {
			if owners, err := h.Cards.Owners(t.Context(), q); err != nil || len(owners) != 1 || owners[0] != "ming" {
				t.Errorf("Owners(%s) = %v, %v", q, owners, err)
			}
		}
	})
}

// The lists of the sheet: codes and names of the banks, and the divisions of the first order.
func TestTheBanksAndRegionsAreThoseOfTheSheet(t *testing.T) {
	banks := map[string]string{}
	for pair := range strings.SplitSeq("ICBC 中国工商银行,ABC 中国农业银行,BOC 中国银行,CCB 中国建设银行,COMM 交通银行,PSBC 中国邮政储蓄银行,CMB 招商银行,CITIC 中信银行,"+
		"CEB 中国光大银行,CMBC 中国民生银行,CIB 兴业银行,SPDB 浦发银行,SPABANK 平安银行,GDB 广发银行,HXBANK 华夏银行,CZBANK 浙商银行,BOHAIB 渤海银行,EGBANK 恒丰银行,"+
		"BJBANK 北京银行,SHBANK 上海银行,NBBANK 宁波银行,HZCB 杭州银行,JSBANK 江苏银行,NJCB 南京银行,HSBANK 徽商银行,CDCB 成都银行,CQBANK 重庆银行,GCB 广州银行,"+
		"HRBANK 哈尔滨银行,BJRCB 北京农商银行,SHRCB 上海农商银行,SRCB 深圳农商银行", ",") {
		code, name, _ := strings.Cut(pair, " ")
		banks[code] = name
	}
	for _, b := range bank.Banks() {
		if banks[b.Code] != b.Name {
			t.Errorf("bank %s is called %s, want %q", b.Code, b.Name, banks[b.Code])
		}
		delete(banks, b.Code)
	}
	if len(banks) > 0 {
		t.Errorf("banks left out: %v", banks)
	}
	var labels []string
	for _, r := range destination.Regions()[1:] {
		labels = append(labels, r.Label)
	}
	for _, name := range strings.Fields("北京 天津 河北 山西 内蒙古 辽宁 吉林 黑龙江 上海 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 广西 海南 重庆 四川 贵州 云南 西藏 陕西 甘肃 青海 宁夏 新疆 台湾 香港 澳门") {
		labels = slices.DeleteFunc(labels, func(label string) bool { return strings.HasPrefix(label, name) })
	}
	if len(labels) > 0 || len(destination.Regions()) != 35 {
		t.Errorf("%d regions, of which the sheet has not %v", len(destination.Regions()), labels)
	}
}

// CARD-02, CARD-03: the lists of the bind form.
func TestRegionsAndBanksAreComplete(t *testing.T) {
	regions := destination.Regions()
	if len(regions) != 35 || regions[0].Label != "不限" {
		t.Fatalf("%d regions, first %+v", len(regions), regions[0])
	}
	cities, values := 0, map[string]bool{}
	for i, r := range regions {
		if r.Index != i || r.Value == "" || values[r.Value] || r.Cities[0].Label != "不限" {
			t.Errorf("region %d: %s %s %+v", i, r.Label, r.Value, r.Cities[0])
		}
		values[r.Value] = true
		if i > 0 && len(r.Cities) < 2 {
			t.Errorf("%s has no cities", r.Label)
		}
		cities += len(r.Cities) - 1
	}
	if cities != 476 {
		t.Errorf("%d cities", cities)
	}
	seen := map[string]bool{}
	for _, b := range bank.Banks() {
		if b.Name == "" || seen[b.Code] || seen[b.Name] {
			t.Errorf("bank %+v", b)
		}
		seen[b.Code], seen[b.Name] = true, true
	}
	if len(bank.Banks()) != 32 {
		t.Errorf("%d banks", len(bank.Banks()))
	}
}
