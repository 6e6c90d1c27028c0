package cash

import (
	"context"
	"encoding/base64"
	"fmt"

	"rsc.io/qr"

	"hongyun/internal/api"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// exchangeRates serves GetUsdtExchangeRate (DEP-09): what one USDT is worth on
// each network a player can deposit by now.
func (s *Handlers) exchangeRates(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[[]UsdtRate], error) {
	rates, err := s.USDT.Offered(ctx)
	return wire.DataOf(api.Each(rates, func(r usdt.CoinRate) UsdtRate {
		return UsdtRate{ExchangeRate: r.Rate, UpperLimit: r.Most, LowerLimit: r.Least, UsdtType: usdt.NetworkName(r.Network)}
	})), err
}

// virtualCoin is where and how much to send (DEP-05). The picture is drawn here
// of the address beside it, and holds nothing else (trust ADR-6).
func virtualCoin(d deposit.Deposit) (*VirtualCoin, error) {
	if d.Coins == 0 || d.CoinAddress == "" {
		return nil, nil
	}
	code, err := qr.Encode(d.CoinAddress, qr.M)
	if err != nil {
		return nil, fmt.Errorf("draw the address of %s: %w", d.SN, err)
	}
	return &VirtualCoin{
		Num: d.Coins.String(), ToAddr: d.CoinAddress, ToAddrQrImg: "data:image/png;base64," + base64.StdEncoding.EncodeToString(code.PNG()),
		UsdtType: usdt.NetworkName(d.Network), ExchangeRate: d.Rate, Worth: d.Worth(),
		OwnAddress: d.OwnAddress,
	}, nil
}

func (s *Handlers) addAddress(ctx context.Context, c *route.Caller, in AddAddressIn) (wire.Answer, error) {
	network := in.Type
	if network == "1" { // the type of the list, which the documented page sends
		network = ""
	}
	_, err := s.Addresses.Add(ctx, c.Session.PlayerID, network, in.Address)
	return wire.Succeeded("添加成功"), err
}

func (s *Handlers) setDefaultAddress(ctx context.Context, c *route.Caller, in AddressIn) (wire.Answer, error) {
	return wire.Succeeded("设置成功"), s.Addresses.SetDefault(ctx, c.Session.PlayerID, in.Id)
}

func (s *Handlers) addresses(ctx context.Context, c *route.Caller, _ AddressesIn) (wire.Data[[]UsdtAddress], error) {
	list, err := s.Addresses.List(ctx, c.Session.PlayerID)
	return wire.DataOf(api.Each(list, func(a destination.CoinAddress) UsdtAddress {
		network := usdt.NetworkName(a.Network)
		return UsdtAddress{Id: a.ID, UsdtType: network, Type: network, UsdtAddress: a.Address, IsDefault: a.IsDefault, Offered: a.Offered}
	})), err
}

// quoteWithdrawal serves UsdtWithdrawPre (WD-06). Its answer is kept here;
// the confirmation is paid by that, and not by what the page sends.
func (s *Handlers) quoteWithdrawal(ctx context.Context, c *route.Caller, in QuoteIn) (wire.Data[UsdtQuote], error) {
	amount, err := money.ParseYuan(in.WithdrawAmount)
	if err != nil {
		return wire.Data[UsdtQuote]{}, route.ErrInput.With("请输入正确金额")
	}
	q, err := s.Withdrawals.Quote(ctx, c.Session.PlayerID, in.Id, amount)
	if err != nil {
		return wire.Data[UsdtQuote]{}, err
	}
	return wire.DataOf(UsdtQuote{
		WithdrawAmount: q.Amount, Fee: q.Fee, ExchangeRate: q.Rate, UsdtType: usdt.NetworkName(q.Network), UsdtCount: q.Coins, UsdtCountShow: q.Coins.String(),
		UsdtAddress: q.Address, IsEnableWithdrawPassword: q.NeedsPassword, ExpiresAt: wire.MillisOf(q.ExpiresAt),
	}), nil
}

// withdrawCoins serves UsdtWithdrawAction (D-07): the same withdrawal as to a
// bank card, with another destination.
func (s *Handlers) withdrawCoins(ctx context.Context, c *route.Caller, in UsdtWithdrawIn) (WithdrawOut, error) {
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
		ID: id, Keyless: keyless, Player: c.Session.PlayerID, AddressID: in.UsdtId, Amount: amount, MaxFee: fee,
		Password: in.WithdrawPassword, Second: in.SecondCode, Client: c.Client, ClientIP: c.Client.IP,
	})
	return WithdrawOut{Answer: wire.Succeeded("提款申请已提交"), OrderSn: w.SN}, err
}

// removeAddress serves RemoveUsdtAddAddress, a call of ours, as removeCard does.
func (s *Handlers) removeAddress(ctx context.Context, c *route.Caller, in RemoveIn) (wire.Answer, error) {
	return wire.Succeeded("已删除"), s.Addresses.Remove(ctx, c.Session.PlayerID, in.Id, in.Password)
}
