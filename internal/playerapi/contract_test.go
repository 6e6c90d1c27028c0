package playerapi_test

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"hongyun/internal/playerapi"
)

// documented is what the specification says of this part of the site, name by
// name: the published client depends on each, spelling mistakes included.
// API-01, DEP-01..04, DEP-09, WD-05..07, TRF-01, TRF-03, REC-02..04, ACC-06, ACC-09, ACC-19.
var documented = []struct{ call, in, out string }{
	{"GET /token", "vRand", "Data"},
	{"GET /v1/PubInterface/GetVerificationImage", "vRand", ""},
	{"POST /v1/PubInterface/CallRegAction", "PlayerName password withdrawpassword tell verifyCode vRand regDomain invitePeopleId", "IsSuc Ticket ResultMessage"},
	{
		"POST /v1/PubInterface/CallLogInAction",
		"playerName password verifyCode vRand clientType loginDomain loginUrl system deviceType browser browserVersion loginIp",
		"IsSuc Ticket ResultMessage VerificationCode",
	},
	{"POST /v1/Do/LogOutAction", "", "IsSuc"},
	{"POST /v1/Select/PlayerInfoItem", "", "PlayerName Balance VipLevel TrueName Birthday Tell Email"},
	{
		"POST /v1/Select/PlayerBetVipLevel", "", // VIP-02
		"IsSuc ResultMessage CurrentCardBetVipLevel NextCardLevelBonus CurrentCardLevelFund NextCardLevelBetAmount CurrentSportBetVipLevel NextSportLevelBonus " +
			"CurrentSportLevelFund NextSportLevelBetAmount CurrentLiveBetVipLevel NextLiveLevelBonus CurrentLiveLevelFund NextLiveLevelBetAmount",
	},
	{"POST /v1/Do/CallUpdatePlayerInfoAction", "type inputMessage", "IsSuc"},
	{"POST /v1/Do/CallPlayerUpdatePasswordAction", "playername currentPassword newPassword", "IsSuc"},
	{"POST /v1/Do/GetNotify", "", "Annoucements HotEndTime"},
	{"POST /v1/PubInterface/AvaiabledAnnoucement", "", "Annoucements HotEndTime"},
	{"GET /v1/PubInterface/HomePaggeContent", "", "Data Id TContent"},
	{"GET /v1/PubInterface/GetBannerImgPathList", "device", "Data Banner Value Link Alt Title Line Button"},
	{"POST /v1/PubInterface/GetActivity", "", "IsSuc ErrorMessage Data Id Name PromotionName StartDate EndDate PcPic UrlPc Url Line ContentId Needs"},
	{"POST /v1/PubInterface/OnlineCustomSupportLink", "", "ResultMessage"},
	{"GET /v1/PubInterface/PlatformMaintenanceMessage", "platformCode", "Data Status StartTime EndTime"},
	{"GET /v1/PubInterface/GetAppDown", "", "Data Value Link"},
	{"POST /v1/Select/PlayerBalance", "", "SumAmount Balance LockBalance VenueAmount IsAuTransfer PlatformName PlatformCode venue_code"},
	{"POST /v1/Select/PlayerCenterBalance", "", "IsSuc Balance"},
	{"POST /v1/Do/CallPlatformBalancesAction", "", "IsSuc Data ErrorMessage PlatformName PlatformCode venue_code Balance"},
	{"POST /v1/Do/CallPlatformTranscationAction", "playerName platformId transactionType amount", "IsSuc ResultMessage"},
	{"POST /v1/Do/OneClickRecyclingAction", "", "IsSuc"},
	{"POST /v1/Do/SetAutoAction", "auto", "IsSuc ErrorMessage"},
	{"POST /v1/Do/CallPlatformLoginToAction", "platformId playerName gameId mode language HomeUrl", "IsSuc ResultMessage"},
	{
		"GET /v1/Select/GameInfo", "PageIndex PlatformId Type GameName",
		"Data Items RowCount PageCount PageIndex Id GameCode Platform ImgUrl GameCnName IsFavorites",
	},
	{"POST /v1/Select/GameFavorites", "", "Data Items Id GameCode Platform ImgUrl GameCnName IsFavorites"},
	{"POST /v1/Do/AddGameFavoritesAction", "GameInfoId", "IsSuc"},
	{"POST /v1/Do/CancelGameFavoritesAction", "GameInfoId", "IsSuc"},
	{"POST /v1/PubInterface/GetAGFishingInfo", "PageIndex", "Data Items Platform GameCode"},
	{
		"POST /v1/Do/GetPayChannel", "",
		"Data ChannelCode ChannelName Icon HotRemark AmountRange InputAmountDisplay InputNameDisplay InputRemarkDisplay " +
			"InputVPayAddressDisplay InputBankSelectDisplay InputDepositDisplay InputChatDisplay InputVRateShwoDisplay",
	},
	{"POST /v1/Do/GetPayment", "channel_code", "Id ShowName PaymentCode MinAmount MaxAmount"},
	{"POST /v1/Do/GetPaymentPreInfo", "payment_code", "BankList BankId BankName DepositType TypeId Name"},
	{
		"POST /v1/Do/CallDepositPay",
		"payment_id amount deposit_remark deposit_bank_id deposit_type deposit_name virtual_name virtual_pay_address activity_id device_id",
		"Data style link bank entity_account_bank_name entity_account_holder entity_account_number virtualCoin num to_addr to_addr_qr_img msg order_sn",
	},
	{"POST /v1/Do/DepositPayAction", "OrderSn", "IsSuc"},
	{"POST /v1/Do/UsdtDepositPayAction", "OrderSn", "IsSuc"},
	{"GET /v1/Select/GetUsdtExchangeRate", "", "ExchangeRate UpperLimit LowerLimit UsdtType"},
	{"POST /v1/Do/UsdtAddAddress", "Address type", "IsSuc ErrorMessage"},
	{"POST /v1/Do/SetUsdtAddAddressDefault", "id", "IsSuc"},
	{"POST /v1/Select/GetUsdtAddAddress", "type", "Id UsdtType type UsdtAddress IsDefault"},
	{
		"POST /v1/Do/UsdtWithdrawPre", "id withdrawAmount",
		"IsSuc ErrorMessage Data WithdrawAmount ExchangeRate UsdtType UsdtCount UsdtCountShow UsdtAddress IsEnableWithdrawPassword",
	},
	{"POST /v1/Do/UsdtWithdrawAction", "usdtId withdrawAmount withdrawPassword", "IsSuc ResultMessage"},
	{"POST /v1/Select/RecentDeposit", "", "Data deposit Amount"},
	{"POST /v1/Select/ThirdPayItems", "", "OnlinePayDatas BankLists MinDepositAmount MaxDepositAmount"},
	{"POST /v1/Select/BankItems", "", "CompanyBanks Id BankType AccountHolder AccountNumber MinDepositLimit MaxDepositLimit"},
	{"POST /v1/Select/BankItem", "Id", "Id BankType AccountHolder AccountNumber"},
	{"POST /v1/Select/PromotionItems", "", "Promotions Id PromotionName"},
	{"POST /v1/Fund/GetFundAmount", "", "IsSuc Data ErrorMessage"},
	{"POST /v1/Fund/GetFundDetail", "DetailType PageIndex StartTime EndTime", "Data Remark CreateTime Amount"},
	{"POST /v1/Fund/GetFundNotifiy", "", "Data Amount ReateNum"},
	{"POST /v1/Fund/GetFundAmountDetail", "", "Data Amount Detail Id JobName JobType Status"},
	{"POST /v1/Fund/FundOk", "id", "IsSuc"},
	{"POST /v1/Do/CallWithdrawAction", "playerName playerBankId withdrawAmount", "IsSuc ResultMessage"},
	{"GET /v1/Select/GetWithdrawalBank", "", "bankName type"},
	{"POST /v1/Select/PlayerBankItems", "", "PlayerBanks IsSuc ErrorMessage Id BankType AccountNumber TrueName IsDefault"},
	{"POST /v1/Do/CallBindSavingCardAction", "playerName bankType accountNumber bankAddress province city trueName", "IsSuc"},
	{"POST /v1/Do/SetBankItemDefaultAction", "id", "IsSuc"},
	{"POST /v1/Select/FundingItems", "PageIndex FinanceType startDate endDate", "FundingDataItems Amount FinanceType PlayerName StartTime Status"},
	{"POST /v1/Select/PointTransferItems", "PageIndex ActionType startDate endDate", "FundingDataItems"},
	{
		"POST /v1/Select/GetBetRecordMemberByDay", "PageIndex TimeType",
		"Data BetRecordMemberByDayDataItems BetTime Quantity ValidAmount BetWinAmount BetWinAmountSum ValidAmountSum",
	},
	{
		"POST /v1/Select/GetBetRecordPlatform", "PageIndex DateTime",
		"Data BetRecordPlatformDataItems GameTypeName GameType Quantity ValidAmount BetWinAmount BetTime QuantitySum",
	},
	{
		"POST /v1/Select/GetBetRecordDetail", "PageIndex DateTime GameType",
		"Data BetRecordDataItems BetTime PlatformCnName GameName BetAmount BetWinAmount BetOrdersn QuantitySum",
	},
}

// API-01: a renamed field would break clients we cannot see.
func TestEveryDocumentedNameIsOnTheWire(t *testing.T) {
	table := map[string]playerapi.CallInfo{}
	for _, c := range playerapi.Calls() {
		table[c.Method+" "+c.Path] = c
	}
	for _, d := range documented {
		c, ok := table[d.call]
		if !ok {
			t.Errorf("%s is not served", d.call)
			continue
		}
		in := map[string]bool{}
		for _, i := range c.Inputs {
			in[i.Name] = true
		}
		for name := range strings.FieldsSeq(d.in) {
			if !in[name] {
				t.Errorf("%s does not read %s", d.call, name)
			}
		}
		out := playerapi.NamesOf(c.Out)
		for name := range strings.FieldsSeq(d.out) {
			if out[name] == nil {
				t.Errorf("%s does not answer %s", d.call, name)
			}
		}
	}
}

// API-04: every answer says whether, and if not, why.
func TestEveryAnswerHasTheEnvelope(t *testing.T) {
	for _, c := range playerapi.Calls() {
		if c.IsPicture || c.IsStream {
			continue
		}
		names := playerapi.NamesOf(c.Out)
		if names["IsSuc"] == nil || names["IsSuc"].Kind() != reflect.Bool || names["ErrorMessage"] == nil || names["ResultMessage"] == nil {
			t.Errorf("%s %s answers without the envelope", c.Method, c.Path)
		}
	}
}

// Who may call what is read in a review of this file, not found out in
// production (trust AUT-2). Run with -update after a deliberate change.
func TestWhoMayCallWhat(t *testing.T) {
	var got strings.Builder
	for _, c := range playerapi.Calls() {
		fmt.Fprintf(&got, "%-6s %-50s %s", c.Method, c.Path, c.Who)
		for _, flag := range []struct {
			on   bool
			name string
		}{{c.Open, "open"}, {c.Poll, "poll"}, {c.Guess, "guess"}, {c.Rests, "rests"}} {
			if flag.on {
				got.WriteString(" " + flag.name)
			}
		}
		got.WriteString("\n")
	}
	const file = "testdata/who.txt"
	if playerapi.Update() {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("who may call what has changed:\n%s", got.String())
	}
	for _, c := range playerapi.Calls() {
		if c.Method == "GET" && c.Who == "money" {
			t.Errorf("%s changes something and is a GET (trust CSP-7)", c.Path)
		}
		if strings.Contains(c.Path, "/PubInterface/") != (c.Who == "anyone") && c.Path != "/token" && c.Path != "/v1/Do/GetNotify" {
			t.Errorf("%s is open to %s", c.Path, c.Who)
		}
	}
}
