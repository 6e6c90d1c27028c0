package playerapi

import (
	"context"
	"encoding/base64"
	"fmt"

	"rsc.io/qr"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
)

// exchangeRates serves GetUsdtExchangeRate (DEP-09): what one USDT is worth on
// each network a player can deposit by now.
func (s *Server) exchangeRates(ctx context.Context, _ *Caller, _ Nothing) (Data[[]UsdtRate], error) {
	rates, err := s.USDT.Offered(ctx)
	return dataOf(each(rates, func(r usdt.CoinRate) UsdtRate {
		return UsdtRate{ExchangeRate: r.Rate, UpperLimit: r.Most, LowerLimit: r.Least, UsdtType: usdt.NetworkName(r.Network)}
	})), err
}

// virtualCoin is where and how much to send (DEP-05). The picture is drawn here
// of the address that stands beside it, and holds nothing else (trust ADR-6).
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

func (s *Server) addAddress(ctx context.Context, c *Caller, in AddAddressIn) (Answer, error) {
	network := in.Type
	if network == "1" { // the type of the list, which the documented page sends
		network = ""
	}
	_, err := s.Addresses.Add(ctx, c.Session.PlayerID, network, in.Address)
	return succeeded("添加成功"), err
}

func (s *Server) setDefaultAddress(ctx context.Context, c *Caller, in AddressIn) (Answer, error) {
	return succeeded("设置成功"), s.Addresses.SetDefault(ctx, c.Session.PlayerID, in.Id)
}

func (s *Server) addresses(ctx context.Context, c *Caller, _ AddressesIn) (Data[[]UsdtAddress], error) {
	list, err := s.Addresses.List(ctx, c.Session.PlayerID)
	return dataOf(each(list, func(a destination.CoinAddress) UsdtAddress {
		network := usdt.NetworkName(a.Network)
		return UsdtAddress{Id: a.ID, UsdtType: network, Type: network, UsdtAddress: a.Address, IsDefault: a.IsDefault, Offered: a.Offered}
	})), err
}

// quoteWithdrawal serves UsdtWithdrawPre (WD-06). What it answers is kept here;
// the confirmation is paid by that, and not by what the page sends.
func (s *Server) quoteWithdrawal(ctx context.Context, c *Caller, in QuoteIn) (Data[UsdtQuote], error) {
	amount, err := money.ParseYuan(in.WithdrawAmount)
	if err != nil {
		return Data[UsdtQuote]{}, errInput.With("请输入正确金额")
	}
	q, err := s.Withdrawals.Quote(ctx, c.Session.PlayerID, in.Id, amount)
	if err != nil {
		return Data[UsdtQuote]{}, err
	}
	return dataOf(UsdtQuote{
		WithdrawAmount: q.Amount, Fee: q.Fee, ExchangeRate: q.Rate, UsdtType: usdt.NetworkName(q.Network), UsdtCount: q.Coins, UsdtCountShow: q.Coins.String(),
		UsdtAddress: q.Address, IsEnableWithdrawPassword: q.NeedsPassword, ExpiresAt: millis(q.ExpiresAt),
	}), nil
}

// withdrawCoins serves UsdtWithdrawAction (D-07): the same withdrawal as to a
// bank card, with another destination.
func (s *Server) withdrawCoins(ctx context.Context, c *Caller, in UsdtWithdrawIn) (WithdrawOut, error) {
	amount, err := money.ParseYuan(in.WithdrawAmount)
	if err != nil {
		return WithdrawOut{}, errInput.With("请输入正确金额")
	}
	fee, err := feeShown(in.Fee)
	if err != nil {
		return WithdrawOut{}, err
	}
	id, keyless := c.orderID()
	w, err := s.Withdrawals.Ask(ctx, withdrawal.Order{
		ID: id, Keyless: keyless, Player: c.Session.PlayerID, AddressID: in.UsdtId, Amount: amount, MaxFee: fee,
		Password: in.WithdrawPassword, Second: in.SecondCode, Client: c.Client, ClientIP: c.Client.IP,
	})
	return WithdrawOut{Answer: succeeded("提款申请已提交"), OrderSn: w.SN}, err
}

// removeAddress serves RemoveUsdtAddAddress, a call of ours, as removeCard does.
func (s *Server) removeAddress(ctx context.Context, c *Caller, in RemoveIn) (Answer, error) {
	return succeeded("已删除"), s.Addresses.Remove(ctx, c.Session.PlayerID, in.Id, in.Password)
}
