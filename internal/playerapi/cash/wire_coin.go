package cash

import (
	"hongyun/internal/money"
	"hongyun/internal/playerapi/wire"
)

// UsdtRate is what one USDT is worth on a network, and how many of them one
// order may be about (DEP-09).
type UsdtRate struct {
	ExchangeRate money.Rate  `json:"ExchangeRate" doc:"yuan for one USDT"`
	UpperLimit   money.Coins `json:"UpperLimit" doc:"USDT of one order"`
	LowerLimit   money.Coins `json:"LowerLimit" doc:"USDT of one order"`
	UsdtType     string      `json:"UsdtType" enumOf:"network"`
}

// AddAddressIn is the payload of UsdtAddAddress (WD-07). The network follows
// from the address; type may name it, or be the list's type, 1.
type AddAddressIn struct {
	Address string `json:"Address" minLength:"1" maxLength:"100" empty:"地址不能为空" wrong:"地址格式不正确"`
	Type    string `json:"type" required:"false" pattern:"^(|1|[Tt][Rr][Cc]20|[Ee][Rr][Cc]20|[Oo][Mm][Nn][Ii])$" wrong:"所选网络与地址不一致" doc:"1, or TRC20, ERC20, OMNI"`
}

// AddressIn names a USDT address of the player.
type AddressIn struct {
	Id int64 `json:"id" minimum:"1" maximum:"9007199254740991" empty:"请选择USDT地址" wrong:"请选择USDT地址"`
}

// AddressesIn asks for the list of addresses, whose type is 1.
type AddressesIn struct {
	Type string `json:"type" required:"false" pattern:"^1?$" wrong:"类型不正确"`
}

// UsdtAddress is a USDT address of the player, masked but for its ends.
type UsdtAddress struct {
	Id          int64  `json:"Id"`
	UsdtType    string `json:"UsdtType" enumOf:"network"`
	Type        string `json:"type" enumOf:"network" doc:"the same as UsdtType"`
	UsdtAddress string `json:"UsdtAddress" doc:"masked: the first and last seven characters"`
	IsDefault   bool   `json:"IsDefault"`
	Offered     bool   `json:"Offered" doc:"ours: the site pays out on its network; another one is never the default"`
}

// QuoteIn is the payload of UsdtWithdrawPre (WD-06).
type QuoteIn struct {
	Id             int64  `json:"id" minimum:"1" maximum:"9007199254740991" empty:"请选择USDT地址" wrong:"请选择USDT地址"`
	WithdrawAmount string `json:"withdrawAmount" pattern:"^[1-9][0-9]{0,11}(\\.[0-9]{1,2})?$" empty:"请输入提款金额" space:"金额不能包含空格" wrong:"请输入正确金额" doc:"yuan, at most two decimals, no zero in front"`
}

// UsdtQuote is what a withdrawal comes to. It holds until ExpiresAt.
type UsdtQuote struct {
	WithdrawAmount           wire.Yuan   `json:"WithdrawAmount"`
	Fee                      wire.Yuan   `json:"Fee" doc:"ours: taken beside the amount"`
	ExchangeRate             money.Rate  `json:"ExchangeRate"`
	UsdtType                 string      `json:"UsdtType" enumOf:"network"`
	UsdtCount                money.Coins `json:"UsdtCount"`
	UsdtCountShow            string      `json:"UsdtCountShow"`
	UsdtAddress              string      `json:"UsdtAddress" doc:"in full, to be compared before it is confirmed"`
	IsEnableWithdrawPassword bool        `json:"IsEnableWithdrawPassword" doc:"the confirmation asks for the withdrawal password (D-03)"`
	ExpiresAt                int64       `json:"ExpiresAt" doc:"ours: until when the quote holds, unix milliseconds"`
}

// UsdtWithdrawIn is the payload of UsdtWithdrawAction (D-07).
type UsdtWithdrawIn struct {
	UsdtId           int64  `json:"usdtId" minimum:"1" maximum:"9007199254740991" empty:"请选择USDT地址" wrong:"请选择USDT地址"`
	WithdrawAmount   string `json:"withdrawAmount" pattern:"^[1-9][0-9]{0,11}(\\.[0-9]{1,2})?$" empty:"请输入提款金额" space:"金额不能包含空格" wrong:"请输入正确金额" doc:"as it was quoted"`
	WithdrawPassword string `json:"withdrawPassword" required:"false" maxLength:"40" wrong:"取款密码错误" doc:"ours: asked for once the player has set one (D-03)"`
	SecondCode       string `json:"secondCode" required:"false" maxLength:"20" wrong:"动态码不正确" doc:"ours: a code of the authenticator, once the player switched two-step login on"`
	Fee              string `json:"fee" required:"false" pattern:"^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$" wrong:"手续费有误" doc:"ours: the fee that the player was shown, in yuan; a higher one is refused"`
}
