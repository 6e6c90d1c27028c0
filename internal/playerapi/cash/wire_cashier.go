package cash

import (
	"hongyun/internal/money"
	"hongyun/internal/playerapi/wire"
)

// PayMethod is a way to deposit (DEP-01). The flags say which inputs its form shows.
type PayMethod struct {
	ChannelCode             string `json:"ChannelCode"`
	ChannelName             string `json:"ChannelName"`
	Icon                    string `json:"Icon"`
	HotRemark               string `json:"HotRemark"`
	AmountRange             string `json:"AmountRange" doc:"quick amounts, separated by commas"`
	InputAmountDisplay      bool   `json:"InputAmountDisplay"`
	InputNameDisplay        bool   `json:"InputNameDisplay"`
	InputRemarkDisplay      bool   `json:"InputRemarkDisplay"`
	InputVPayAddressDisplay bool   `json:"InputVPayAddressDisplay"`
	InputBankSelectDisplay  bool   `json:"InputBankSelectDisplay"`
	InputDepositDisplay     bool   `json:"InputDepositDisplay"`
	InputChatDisplay        bool   `json:"InputChatDisplay"`
	InputVRateShowDisplay   bool   `json:"InputVRateShwoDisplay" doc:"spelt so"`
	TurnoverPercent         int64  `json:"TurnoverPercent" doc:"ours: how much of a deposit has to be bet before a withdrawal; 100 is once"`
}

// GetPaymentIn names a pay method.
type GetPaymentIn struct {
	ChannelCode string `json:"channel_code" minLength:"1" maxLength:"40" empty:"请选择存款方式" wrong:"请选择存款方式"`
}

// PayChannel is one channel of a pay method (DEP-02).
type PayChannel struct {
	Id          int64     `json:"Id"`
	ShowName    string    `json:"ShowName"`
	PaymentCode string    `json:"PaymentCode"`
	MinAmount   wire.Yuan `json:"MinAmount"`
	MaxAmount   wire.Yuan `json:"MaxAmount"`
	Style       string    `json:"Style" enumOf:"deposit style" doc:"ours: what an order through it answers with"`
}

// PreInfoIn names a channel by its code.
type PreInfoIn struct {
	PaymentCode string `json:"payment_code" minLength:"1" maxLength:"40" empty:"请选择存款通道" wrong:"请选择存款通道"`
}

// PayBank is a bank to choose in the deposit form.
type PayBank struct {
	BankId   string `json:"BankId"`
	BankName string `json:"BankName"`
}

// PayType is a kind of transfer to choose in the deposit form.
type PayType struct {
	TypeId string `json:"TypeId"`
	Name   string `json:"Name"`
}

// PreInfo is what a channel's form offers to choose from (DEP-03).
type PreInfo struct {
	BankList    []PayBank `json:"BankList"`
	DepositType []PayType `json:"DepositType"`
}

// PreInfoOut carries the lists twice: the documents do not say whether they
// stand at the top or under Data, and readers of either kind exist.
type PreInfoOut struct {
	wire.Answer
	PreInfo
	Data PreInfo `json:"Data"`
}

// DepositIn is the documented payload of CallDepositPay (DEP-04). device_id is
// accepted and ignored: it is always 1.
type DepositIn struct {
	PaymentId         int64  `json:"payment_id" minimum:"1" maximum:"9007199254740991" empty:"请选择存款通道" wrong:"请选择存款通道"`
	Amount            string `json:"amount" pattern:"^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$" empty:"请输入存款金额" space:"金额不能包含空格" wrong:"请输入正确金额" doc:"yuan, at most two decimals"`
	DepositRemark     string `json:"deposit_remark" required:"false" maxLength:"100" wrong:"备注过长"`
	DepositBankId     string `json:"deposit_bank_id" required:"false" maxLength:"40" wrong:"请选择银行"`
	DepositType       string `json:"deposit_type" required:"false" maxLength:"40" wrong:"请选择存款类型"`
	DepositName       string `json:"deposit_name" required:"false" maxLength:"40" wrong:"请输入正确的姓名"`
	VirtualName       string `json:"virtual_name" required:"false" maxLength:"40"`
	VirtualPayAddress string `json:"virtual_pay_address" required:"false" maxLength:"100" wrong:"地址格式不正确"`
	ActivityId        string `json:"activity_id" required:"false" maxLength:"40" wrong:"活动编号不正确"`
	DeviceId          string `json:"device_id" required:"false" maxLength:"40"`
}

// PayeeBank is the company account a bank transfer goes to.
type PayeeBank struct {
	BankName string `json:"entity_account_bank_name"`
	Holder   string `json:"entity_account_holder"`
	Number   string `json:"entity_account_number"`
	Remark   string `json:"remark" doc:"ours: to be written into the transfer, so that it is found again"`
	Code     string `json:"Code" doc:"ours: address of the picture that the payer scans; empty: none"`
}

// VirtualCoin is where and how much USDT to send.
type VirtualCoin struct {
	Num         string `json:"num"`
	ToAddr      string `json:"to_addr"`
	ToAddrQrImg string `json:"to_addr_qr_img" doc:"a data: URL with a picture of the address alone"`

	UsdtType     string     `json:"UsdtType" enumOf:"network" doc:"ours: the network"`
	ExchangeRate money.Rate `json:"ExchangeRate" doc:"ours: the rate the order keeps"`
	Worth        wire.Yuan  `json:"Worth" doc:"ours: what is credited when exactly num arrives; never less than was ordered"`
	OwnAddress   bool       `json:"OwnAddress" doc:"ours: the address is the player's alone and stays; else it is shared and num tells orders apart"`
}

// DepositStarted is an order and what its player must do now (DEP-05).
type DepositStarted struct {
	Style       string       `json:"style" enumOf:"deposit style"`
	Link        string       `json:"link" doc:"the cashier page, for Link and Link_Open"`
	Bank        *PayeeBank   `json:"bank,omitempty" doc:"for Bank"`
	VirtualCoin *VirtualCoin `json:"virtualCoin,omitempty" doc:"for VirtualCoin"`
	Msg         string       `json:"msg" doc:"the text of the code for Qr, what the payer has to do for MSG"`
	OrderSn     string       `json:"order_sn"`
	ExpiresAt   int64        `json:"expires_at" doc:"ours: until when the order waits, unix milliseconds; 0: no end"`
}

// OrderIn names a deposit order of the player.
type OrderIn struct {
	OrderSn string `json:"OrderSn" minLength:"1" maxLength:"64" pattern:"^[0-9A-Za-z_-]+$" empty:"缺少订单号" wrong:"订单号不正确"`
}

// DepositOrder is a deposit order as it is now, so that a reload finds it
// again; a call of ours.
type DepositOrder struct {
	OrderSn   string     `json:"order_sn"`
	Amount    wire.Yuan  `json:"amount"`
	Received  wire.Yuan  `json:"received" doc:"what was credited; 0 until then"`
	Status    string     `json:"status" enumOf:"deposit state" doc:"claimed: the player says it is paid"`
	ExpiresAt int64      `json:"expires_at" doc:"unix milliseconds; 0: no end"`
	Style     string     `json:"style" enumOf:"deposit style"`
	Link      string     `json:"link"`
	Msg       string     `json:"msg" doc:"the text of the code for Qr, what the payer has to do for MSG"`
	Bank      *PayeeBank `json:"bank,omitempty"`
	CreatedAt int64      `json:"created_at" doc:"unix milliseconds"`

	VirtualCoin *VirtualCoin `json:"virtualCoin,omitempty" doc:"for VirtualCoin"`

	Bonus           *OrderBonus `json:"bonus,omitempty" doc:"of the promotion that was chosen with the order; left out without one"`
	TurnoverPercent int64       `json:"turnoverPercent" doc:"percent of the deposit itself to be bet before a withdrawal"`
}

// OrderBonus is what the promotion chosen with a deposit brings.
type OrderBonus struct {
	Name      string    `json:"name"`
	OrderSn   string    `json:"order_sn" doc:"number of the award; empty before the deposit is credited"`
	Amount    wire.Yuan `json:"amount" doc:"what it brings; before the credit as the promotion stands now"`
	Turnover  wire.Yuan `json:"turnover" doc:"to be bet before a withdrawal, beside the deposit's own"`
	StateText string    `json:"state" doc:"of the award, in Chinese; empty before the deposit is credited"`
	Next      string    `json:"next" doc:"what the player has to do or to wait for; empty: nothing"`
	Act       bool      `json:"act" doc:"the player has to fill in a name and a bank card"`
}

// RecentDeposit is a deposit credited since the player last looked (DEP-08).
type RecentDeposit struct {
	Amount  wire.Yuan `json:"Amount"`
	OrderSn string    `json:"OrderSn" doc:"ours"`
}

// RecentDeposits is what the deposit notice polls for.
type RecentDeposits struct {
	Deposit []RecentDeposit `json:"deposit"`
}

// OnlinePayData is one third-party way in (DEP-09).
type OnlinePayData struct {
	BankLists        []PayBank `json:"BankLists"`
	MinDepositAmount wire.Yuan `json:"MinDepositAmount"`
	MaxDepositAmount wire.Yuan `json:"MaxDepositAmount"`
	ShowName         string    `json:"ShowName" doc:"ours"`
}

// ThirdPayOut answers ThirdPayItems.
type ThirdPayOut struct {
	wire.Answer
	OnlinePayDatas []OnlinePayData `json:"OnlinePayDatas"`
}

// CompanyBank is a company account for bank transfers (DEP-09).
type CompanyBank struct {
	Id              int64     `json:"Id"`
	BankType        string    `json:"BankType"`
	AccountHolder   string    `json:"AccountHolder"`
	AccountNumber   string    `json:"AccountNumber"`
	MinDepositLimit wire.Yuan `json:"MinDepositLimit"`
	MaxDepositLimit wire.Yuan `json:"MaxDepositLimit"`
}

// CompanyBanksOut answers BankItems.
type CompanyBanksOut struct {
	wire.Answer
	CompanyBanks []CompanyBank `json:"CompanyBanks"`
}

// BankItemIn names a company account.
type BankItemIn struct {
	Id int64 `json:"Id" minimum:"1" maximum:"9007199254740991" empty:"请选择银行" wrong:"请选择银行"`
}

// Promotion is a promotion a deposit may name.
type Promotion struct {
	Id            int64  `json:"Id"`
	PromotionName string `json:"PromotionName"`
	Offer         Offer  `json:"Offer" doc:"ours: what it adds"`
}

// PromotionsOut answers PromotionItems.
type PromotionsOut struct {
	wire.Answer
	Promotions []Promotion `json:"Promotions"`
}

// WithdrawIn is the payload of CallWithdrawAction (WD-05).
type WithdrawIn struct {
	PlayerName       string `json:"playerName" required:"false" maxLength:"40"`
	PlayerBankId     int64  `json:"playerBankId" minimum:"1" maximum:"9007199254740991" empty:"请选择银行卡" wrong:"请选择银行卡"`
	WithdrawAmount   string `json:"withdrawAmount" pattern:"^[1-9][0-9]{0,11}(\\.[0-9]{1,2})?$" empty:"请输入提款金额" space:"金额不能包含空格" wrong:"请输入正确金额" doc:"yuan, at most two decimals, no zero in front"`
	WithdrawPassword string `json:"withdrawPassword" required:"false" maxLength:"40" wrong:"取款密码错误" doc:"ours: asked for once the player has set one (D-03)"`
	SecondCode       string `json:"secondCode" required:"false" maxLength:"20" wrong:"动态码不正确" doc:"ours: a code of the authenticator, once the player switched two-step login on"`
	Fee              string `json:"fee" required:"false" pattern:"^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?$" wrong:"手续费有误" doc:"ours: the fee that the player was shown, in yuan; a higher one is refused"`
}

// WithdrawOut answers a withdrawal.
type WithdrawOut struct {
	wire.Answer
	OrderSn string `json:"OrderSn" doc:"ours"`
}

// TurnoverBucket is a turnover requirement and how far it is met (WD-09).
type TurnoverBucket struct {
	Source     string    `json:"Source" doc:"deposit, bonus …"`
	SourceText string    `json:"SourceText" doc:"the source in Chinese"`
	OrderSn    string    `json:"OrderSn" doc:"the order the bucket belongs to"`
	Amount     wire.Yuan `json:"Amount"`
	Required   wire.Yuan `json:"Required"`
	Done       wire.Yuan `json:"Done"`
	State      string    `json:"State" enumOf:"turnover state"`
	CreateTime string    `json:"CreateTime"`
}

// WithdrawalInfo is what keeps a player from a withdrawal, a call of
// ours (WD-08, WD-09).
type WithdrawalInfo struct {
	MinAmount                wire.Yuan        `json:"MinAmount"`
	MaxAmount                wire.Yuan        `json:"MaxAmount" doc:"0: no limit but the day's"`
	FeeFixed                 wire.Yuan        `json:"FeeFixed" doc:"of each withdrawal, taken beside its amount"`
	FeeRate                  int64            `json:"FeeRate" doc:"of the amount, in hundredths of a percent, rounded down to the fen; added to FeeFixed"`
	FeeFreeLeft              int64            `json:"FeeFreeLeft" doc:"withdrawals of today that still cost nothing"`
	TimesADay                int              `json:"TimesADay" doc:"withdrawals a day of GMT+8, as the operator set it"`
	DailyLimit               wire.Yuan        `json:"DailyLimit" doc:"their sum, as the operator set it"`
	TimesLeft                int              `json:"TimesLeft" doc:"withdrawals left today"`
	AmountLeft               wire.Yuan        `json:"AmountLeft" doc:"of today's limit"`
	TurnoverRequired         wire.Yuan        `json:"TurnoverRequired" doc:"of all open buckets"`
	TurnoverDone             wire.Yuan        `json:"TurnoverDone"`
	Buckets                  []TurnoverBucket `json:"Buckets" doc:"the open ones, oldest first"`
	Centre                   wire.Yuan        `json:"Centre" doc:"centre wallet"`
	Locked                   wire.Yuan        `json:"Locked" doc:"held for withdrawals"`
	Available                wire.Yuan        `json:"Available" doc:"can be withdrawn now"`
	Holds                    []WithdrawalHold `json:"Holds" doc:"what keeps the rest"`
	NeedsName                bool             `json:"NeedsName" doc:"the real name must be filled in first"`
	HeldUntil                int64            `json:"HeldUntil" doc:"withdrawals wait for review until this time (D-23), unix milliseconds; 0: they do not"`
	NeedsSecond              bool             `json:"NeedsSecond" doc:"withdrawals ask for a code of the authenticator"`
	IsEnableWithdrawPassword bool             `json:"IsEnableWithdrawPassword" doc:"withdrawals ask for the withdrawal password (D-03)"`
	MaxCards                 int              `json:"MaxCards" doc:"bank cards a player may have, as the operator set it"`
	MaxAddresses             int              `json:"MaxAddresses" doc:"USDT addresses a player may have, as the operator set it"`
	ChecksCard               bool             `json:"ChecksCard" doc:"a card number with a wrong check digit is refused"`
	Expected                 string           `json:"Expected" doc:"how long withdrawals to a bank card took in the last seven days, a sentence in Chinese; empty while too few were paid"`
	UsdtRates                []UsdtPayout     `json:"UsdtRates" doc:"the networks to which players can withdraw now"`
}

// UsdtPayout is what a withdrawal to a network comes to as the rate is now. The
// quote decides.
type UsdtPayout struct {
	UsdtType     string     `json:"UsdtType" enumOf:"network"`
	ExchangeRate money.Rate `json:"ExchangeRate" doc:"yuan for one USDT"`
	Expected     string     `json:"Expected" doc:"how long withdrawals took in the last seven days, a sentence in Chinese; empty while too few were paid"`
}

// WithdrawalHold is a reason why money cannot be withdrawn now, or waits once it is asked for.
type WithdrawalHold struct {
	Code   string    `json:"Code" enumOf:"withdrawal hold"`
	Text   string    `json:"Text" doc:"in Chinese"`
	Amount wire.Yuan `json:"Amount" doc:"that the reason is about; 0: none"`
	Stops  bool      `json:"Stops" doc:"nothing can be withdrawn before it is gone"`
}

// WithdrawalBank is a bank a card may be of (CARD-03).
type WithdrawalBank struct {
	BankName string `json:"bankName"`
	Type     string `json:"type"`
}

// PlayerBank is a bank card of the player. Number and holder come masked.
type PlayerBank struct {
	Id            int64  `json:"Id"`
	BankType      string `json:"BankType"`
	BankName      string `json:"BankName" doc:"ours"`
	AccountNumber string `json:"AccountNumber" doc:"masked: only the last four digits"`
	TrueName      string `json:"TrueName" doc:"masked"`
	IsDefault     bool   `json:"IsDefault"`
}

// PlayerBanksOut answers PlayerBankItems, the default card first.
type PlayerBanksOut struct {
	wire.Answer
	PlayerBanks []PlayerBank `json:"PlayerBanks"`
}

// BindCardIn is the payload of CallBindSavingCardAction (CARD-02). Province and
// city are the region's label; its value is accepted too (D-29).
type BindCardIn struct {
	PlayerName    string `json:"playerName" required:"false" maxLength:"40"`
	BankType      string `json:"bankType" minLength:"1" maxLength:"40" empty:"不能为空" wrong:"请选择银行"`
	AccountNumber string `json:"accountNumber" minLength:"1" maxLength:"40" empty:"不能为空" wrong:"请输入正确的银行卡号"`
	BankAddress   string `json:"bankAddress" minLength:"1" maxLength:"100" empty:"不能为空" wrong:"开户行地址过长"`
	Province      string `json:"province" minLength:"1" maxLength:"40" empty:"不能为空" wrong:"请选择省份"`
	City          string `json:"city" minLength:"1" maxLength:"40" empty:"不能为空" wrong:"请选择城市"`
	TrueName      string `json:"trueName" required:"false" maxLength:"40" wrong:"请输入正确的姓名"`
}

// CardIn names a bank card of the player.
type CardIn struct {
	Id int64 `json:"id" minimum:"1" maximum:"9007199254740991" empty:"请选择银行卡" wrong:"请选择银行卡"`
}

// RemoveIn is the payload of RemoveBankItemAction and RemoveUsdtAddAddress, calls of ours (H-101).
type RemoveIn struct {
	Id       int64  `json:"id" minimum:"1" maximum:"9007199254740991" empty:"请选择要删除的银行卡或地址" wrong:"请选择要删除的银行卡或地址"`
	Password string `json:"password" maxLength:"100" empty:"请输入提款密码" wrong:"提款密码不正确" doc:"the withdrawal password; the login password while none is set"`
}
