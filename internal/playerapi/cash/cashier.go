package cash

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/turnover"
)

func (s *Handlers) payMethods(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[[]PayMethod], error) {
	methods, err := s.Methods.MethodsFor(ctx, playerOf(c))
	return wire.DataOf(api.Each(methods, func(m method.Method) PayMethod {
		return PayMethod{
			ChannelCode: m.Code, ChannelName: m.Name, Icon: m.Icon, HotRemark: m.HotRemark, AmountRange: m.AmountRange,
			InputAmountDisplay: m.ShowAmount, InputNameDisplay: m.ShowName, InputRemarkDisplay: m.ShowRemark,
			InputVPayAddressDisplay: m.ShowAddress, InputBankSelectDisplay: m.ShowBanks, InputDepositDisplay: m.ShowTypes,
			InputChatDisplay: m.ShowChat, InputVRateShowDisplay: m.ShowRate, TurnoverPercent: s.Deposits.TurnoverPercent(),
		}
	})), err
}

func (s *Handlers) payChannels(ctx context.Context, c *route.Caller, in GetPaymentIn) (wire.Data[[]PayChannel], error) {
	channels, err := s.Methods.ChannelsFor(ctx, in.ChannelCode, playerOf(c))
	return wire.DataOf(api.Each(channels, func(ch method.Channel) PayChannel {
		return PayChannel{Id: ch.ID, ShowName: ch.Name, PaymentCode: ch.Code, MinAmount: ch.MinAmount, MaxAmount: ch.MaxAmount, Style: ch.Style}
	})), err
}

// playerOf is the player who calls, "" for a visitor.
func playerOf(c *route.Caller) string {
	if c == nil {
		return ""
	}
	return c.Session.PlayerID
}

func (s *Handlers) payPreInfo(ctx context.Context, _ *route.Caller, in PreInfoIn) (PreInfoOut, error) {
	found, err := s.Methods.PreInfo(ctx, in.PaymentCode)
	if err != nil {
		return PreInfoOut{}, err
	}
	info := PreInfo{
		BankList:    api.Each(found.Banks, payBank),
		DepositType: api.Each(found.Types, func(t method.PayType) PayType { return PayType{TypeId: t.ID, Name: t.Name} }),
	}
	return PreInfoOut{Answer: wire.Answer{IsSuc: true}, PreInfo: info, Data: info}, nil
}

func payBank(b bank.Bank) PayBank { return PayBank{BankId: b.Code, BankName: b.Name} }

// deposit serves CallDepositPay (DEP-04): it places the order and says what
// its player must do now.
func (s *Handlers) deposit(ctx context.Context, c *route.Caller, in DepositIn) (wire.Data[DepositStarted], error) {
	if err := route.MayServe(ctx, s.Serves); err != nil {
		return wire.Data[DepositStarted]{}, err
	}
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return wire.Data[DepositStarted]{}, route.ErrInput.With("请输入正确金额")
	}
	id, keyless := c.OrderID()
	d, err := s.Deposits.Create(ctx, deposit.Order{
		ID: id, Keyless: keyless, Player: c.Session.PlayerID, ChannelID: in.PaymentId, Amount: amount, Name: in.DepositName,
		Remark: in.DepositRemark, BankID: in.DepositBankId, Type: in.DepositType, ActivityID: in.ActivityId, PayAddress: in.VirtualPayAddress, ClientIP: c.Client.IP,
	})
	if err != nil {
		return wire.Data[DepositStarted]{}, numbered(err)
	}
	coin, err := virtualCoin(d)
	if err != nil {
		return wire.Data[DepositStarted]{}, err
	}
	bank, err := s.payee(ctx, d)
	if err != nil {
		return wire.Data[DepositStarted]{}, err
	}
	return wire.DataOf(DepositStarted{
		Style: d.Style, Link: d.Link, Bank: bank, VirtualCoin: coin, Msg: messageOf(d), OrderSn: d.SN, ExpiresAt: wire.MillisOf(d.ExpiresAt),
	}), nil
}

// messageOf is what the documented msg holds: the message of style MSG, else the
// text of the code.
func messageOf(d deposit.Deposit) string {
	if d.Style == method.StyleMsg {
		return d.Message
	}
	return d.QR
}

func (s *Handlers) payee(ctx context.Context, d deposit.Deposit) (*PayeeBank, error) {
	if d.Style != method.StyleBank {
		return nil, nil
	}
	code, err := s.Deposits.PayeeCode(ctx, d)
	return &PayeeBank{BankName: d.Payee.Bank, Holder: d.Payee.Holder, Number: d.Payee.Number, Remark: d.Payee.Code, Code: code}, err
}

// depositPaid serves DepositPayAction: a hint for staff, never a proof (trust CBK-6).
func (s *Handlers) depositPaid(ctx context.Context, c *route.Caller, in OrderIn) (wire.Answer, error) {
	return wire.Succeeded("提交成功！"), s.Deposits.MarkPaid(ctx, c.Session.PlayerID, in.OrderSn)
}

func (s *Handlers) depositOrder(ctx context.Context, c *route.Caller, in OrderIn) (wire.Data[DepositOrder], error) {
	d, err := s.Deposits.Find(ctx, c.Session.PlayerID, in.OrderSn)
	if err != nil {
		return wire.Data[DepositOrder]{}, err
	}
	coin, err := virtualCoin(d)
	if err != nil {
		return wire.Data[DepositOrder]{}, err
	}
	bank, err := s.payee(ctx, d)
	if err != nil {
		return wire.Data[DepositOrder]{}, err
	}
	bonus, err := s.orderBonus(ctx, d)
	if err != nil {
		return wire.Data[DepositOrder]{}, err
	}
	return wire.DataOf(DepositOrder{
		VirtualCoin: coin, Bonus: bonus, TurnoverPercent: s.Deposits.TurnoverPercent(),
		OrderSn: d.SN, Amount: d.Amount, Received: d.Received, Status: string(d.State), ExpiresAt: wire.MillisOf(d.ExpiresAt),
		Style: d.Style, Link: d.Link, Msg: messageOf(d), Bank: bank, CreatedAt: wire.MillisOf(d.CreatedAt),
	}), nil
}

// orderBonus is the bonus of an order, nil without one.
func (s *Handlers) orderBonus(ctx context.Context, d deposit.Deposit) (*OrderBonus, error) {
	b, ok, err := s.Promo.BonusOf(ctx, s.Read, d)
	if err != nil || !ok {
		return nil, err
	}
	return &OrderBonus{Name: b.Name, OrderSn: b.Number, Amount: b.Amount, Turnover: b.Turnover, StateText: b.State, Next: b.Next, Act: b.Act}, nil
}

// recentDeposit serves the check that is made every 10 s (DEP-08, D-07).
func (s *Handlers) recentDeposit(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[RecentDeposits], error) {
	notices, err := s.Deposits.Recent(ctx, c.Session.PlayerID)
	return wire.DataOf(RecentDeposits{Deposit: api.Each(notices, func(n deposit.Notice) RecentDeposit {
		return RecentDeposit{Amount: n.Amount, OrderSn: n.SN}
	})}), err
}

func (s *Handlers) thirdPay(ctx context.Context, _ *route.Caller, _ wire.Nothing) (ThirdPayOut, error) {
	channels, err := s.Methods.ThirdPay(ctx)
	if err != nil {
		return ThirdPayOut{}, err
	}
	methods, err := s.Methods.Methods(ctx)
	choose := map[string]bool{} // the methods whose payer chooses a bank
	for _, m := range methods {
		choose[m.Code] = m.ShowBanks
	}
	return ThirdPayOut{Answer: wire.Answer{IsSuc: true}, OnlinePayDatas: api.Each(channels, func(ch method.Channel) OnlinePayData {
		banks := []PayBank{}
		if choose[ch.Method] {
			banks = api.Each(bank.Banks(), payBank)
		}
		return OnlinePayData{BankLists: banks, MinDepositAmount: ch.MinAmount, MaxDepositAmount: ch.MaxAmount, ShowName: ch.Name}
	})}, err
}

func (s *Handlers) companyBanks(ctx context.Context, c *route.Caller, _ wire.Nothing) (CompanyBanksOut, error) {
	banks, err := s.Methods.CompanyBanks(ctx, playerOf(c))
	return CompanyBanksOut{Answer: wire.Answer{IsSuc: true}, CompanyBanks: api.Each(banks, companyBank)}, err
}

func (s *Handlers) companyBank(ctx context.Context, c *route.Caller, in BankItemIn) (wire.Data[CompanyBank], error) {
	bank, err := s.Methods.CompanyBank(ctx, playerOf(c), in.Id)
	return wire.DataOf(companyBank(bank)), err
}

func companyBank(b bank.Account) CompanyBank {
	return CompanyBank{
		Id: b.ID, BankType: b.BankName, AccountHolder: b.Holder, AccountNumber: b.Number,
		MinDepositLimit: b.MinAmount, MaxDepositLimit: b.MaxAmount,
	}
}

// withdraw serves CallWithdrawAction (WD-05). Every refusal is a 400 whose
// Message the page shortens by 15 characters (D-06).
func (s *Handlers) withdraw(ctx context.Context, c *route.Caller, in WithdrawIn) (WithdrawOut, error) {
	amount, err := money.ParseYuan(in.WithdrawAmount)
	if err != nil {
		return WithdrawOut{}, route.ErrInput.With("请输入正确金额")
	}
	fee, err := feeShown(in.Fee)
	if err != nil {
		return WithdrawOut{}, err
	}
	id, keyless := c.OrderID()
	w, err := s.Withdrawals.Ask(ctx, withdrawal.Order{
		ID: id, Keyless: keyless, Player: c.Session.PlayerID, CardID: in.PlayerBankId, Amount: amount, MaxFee: fee,
		Password: in.WithdrawPassword, Second: in.SecondCode, Client: c.Client, ClientIP: c.Client.IP,
	})
	return WithdrawOut{Answer: wire.Succeeded("提款申请已提交"), OrderSn: w.SN}, err
}

// feeShown is the fee that a page showed, nil where it sent none.
func feeShown(text string) (*money.Fen, error) {
	if text == "" {
		return nil, nil
	}
	fee, err := money.ParseYuan(text)
	if err != nil {
		return nil, route.ErrInput.With("手续费有误")
	}
	return &fee, nil
}

// bankCards is the network of withdrawals to a bank card.
const bankCards = ""

// withdrawalInfo says what keeps the player from a withdrawal (WD-08, WD-09).
func (s *Handlers) withdrawalInfo(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[WithdrawalInfo], error) {
	i, err := s.Withdrawals.Info(ctx, c.Session.PlayerID)
	if err != nil {
		return wire.Data[WithdrawalInfo]{}, err
	}
	rates, err := s.USDT.Payable(ctx)
	if err != nil {
		return wire.Data[WithdrawalInfo]{}, err
	}
	networks := []string{bankCards}
	for _, r := range rates {
		networks = append(networks, r.Network)
	}
	expected, err := s.Statement.Expected(ctx, s.Read, networks)
	if err != nil {
		return wire.Data[WithdrawalInfo]{}, err
	}
	return wire.DataOf(WithdrawalInfo{
		Expected: expected[bankCards],
		UsdtRates: api.Each(rates, func(r usdt.CoinRate) UsdtPayout {
			return UsdtPayout{UsdtType: usdt.NetworkName(r.Network), ExchangeRate: r.Rate, Expected: expected[r.Network]}
		}),
		MinAmount: i.Min, MaxAmount: i.Max, FeeFixed: i.Fee.Fixed, FeeRate: i.Fee.Rate, FeeFreeLeft: i.Fee.Free, TimesADay: i.Times, DailyLimit: i.Daily, TimesLeft: i.TimesLeft, AmountLeft: i.AmountLeft, TurnoverRequired: i.Required, TurnoverDone: i.Done,
		Centre: i.Centre, Locked: i.Locked, Available: i.Available,
		Holds: api.Each(i.Holds, func(h withdrawal.Hold) WithdrawalHold {
			return WithdrawalHold{Code: h.Code, Text: h.Text, Amount: h.Amount, Stops: h.Stops}
		}),
		Buckets: api.Each(i.Buckets, bucket), NeedsName: i.NeedsName, HeldUntil: wire.MillisOf(i.HeldUntil), IsEnableWithdrawPassword: i.NeedsPassword, NeedsSecond: i.NeedsSecond,
		MaxCards: i.MaxCards, MaxAddresses: i.MaxAddresses, ChecksCard: i.ChecksCard,
	}), nil
}

func bucket(b turnover.BucketReport) TurnoverBucket {
	return TurnoverBucket{
		Source: b.Source, SourceText: wire.SourceName(b.Source), OrderSn: bucketSn(b), Amount: b.Amount, Required: b.Required, Done: b.Done,
		State: b.State, CreateTime: wire.StampOf(b.OpenedAt),
	}
}

// bucketSn is the number of what a requirement belongs to, as the player's
// records show it; the keys of bonuses are internal.
func bucketSn(b turnover.BucketReport) string {
	switch b.Source {
	case "deposit":
		return b.Ref
	case "fund":
		return number.Of(number.Fund, b.OpenedAt, b.Ref)
	}
	return number.Of(number.Bonus, b.OpenedAt, b.Ref)
}

func (s *Handlers) withdrawalBanks(context.Context, *route.Caller, wire.Nothing) (wire.Data[[]WithdrawalBank], error) {
	return wire.DataOf(api.Each(bank.Banks(), func(b bank.Bank) WithdrawalBank {
		return WithdrawalBank{BankName: b.Name, Type: b.Code}
	})), nil
}

func (s *Handlers) playerBanks(ctx context.Context, c *route.Caller, _ wire.Nothing) (PlayerBanksOut, error) {
	cards, err := s.Cards.List(ctx, c.Session.PlayerID)
	return PlayerBanksOut{Answer: wire.Answer{IsSuc: true}, PlayerBanks: api.Each(cards, func(card destination.Card) PlayerBank {
		return PlayerBank{
			Id: card.ID, BankType: card.Bank, BankName: card.BankName, AccountNumber: card.Number,
			TrueName: card.Holder, IsDefault: card.IsDefault,
		}
	})}, err
}

func (s *Handlers) bindCard(ctx context.Context, c *route.Caller, in BindCardIn) (wire.Answer, error) {
	_, err := s.Cards.Bind(ctx, destination.CardOrder{
		Player: c.Session.PlayerID, Bank: in.BankType, Number: in.AccountNumber, Province: in.Province, City: in.City,
		Branch: in.BankAddress, Holder: in.TrueName,
	})
	return wire.Succeeded("绑定成功"), err
}

func (s *Handlers) setDefaultCard(ctx context.Context, c *route.Caller, in CardIn) (wire.Answer, error) {
	return wire.Succeeded("设置成功"), s.Cards.SetDefault(ctx, c.Session.PlayerID, in.Id)
}

// removeCard serves RemoveBankItemAction, a call of ours: Password is the
// withdrawal password, or the login password while none is set (H-101).
func (s *Handlers) removeCard(ctx context.Context, c *route.Caller, in RemoveIn) (wire.Answer, error) {
	return wire.Succeeded("已删除"), s.Cards.Remove(ctx, c.Session.PlayerID, in.Id, in.Password)
}
