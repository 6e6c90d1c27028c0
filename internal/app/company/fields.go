package company

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"hongyun/internal/venue"
	"hongyun/internal/venue/contract"
)

// Fields that several protocols have under one name.
var (
	fieldBase   = contract.Field{Name: "baseURL", Label: "接口地址", Kind: contract.FieldAddress, Required: true}
	fieldLaunch = contract.Field{Name: "launchURL", Label: "游戏打开地址", Hint: "不填则与接口地址相同", Kind: contract.FieldAddress}
	fieldRecord = contract.Field{Name: "recordURL", Label: "注单接口地址", Hint: "不填则与接口地址相同", Kind: contract.FieldAddress}
	fieldHosts  = contract.Field{Name: "launchHosts", Label: "允许打开游戏的主机", Hint: "每行一个；不填则不限", Kind: contract.FieldList}
	fieldPrefix = contract.Field{Name: "prefix", Label: "账号前缀", Hint: "加在玩家账号前", Kind: contract.FieldText, Lasting: true}
	fieldMarket = contract.Field{
		Name: "markets", Label: "盘口对照", Kind: contract.FieldPairs,
		Hint: "对押识别用，每行一个，场馆的盘口编号或名称=类型，例如 大小=total；类型为 result（胜平负、双重机会）、winner（无平局的胜负）、handicap、total、oddeven，半场等加 /1h；不填则不识别",
	}
	fieldSeed = contract.Field{
		Name: "passwordKey", Label: "玩家密码种子", Hint: "由我方自定；更改后已有玩家登录不了场馆账号", Kind: contract.FieldSecret, Required: true, Lasting: true,
	}
)

// contractFields are the fields of a contract, by protocol. Their names are those
// of VenueContract, and what each means is told there.
var contractFields = withPacing(map[string][]contract.Field{
	"ky": {
		fieldBase, needed(fieldRecord), text("agent", "代理号（agent）"), fixed(key("desKey", "DES 密钥"), 16), key("md5Key", "MD5 密钥"),
		optional(text("lineCode", "站点标识（lineCode）")), fieldPrefix, fieldHosts,
	},
	"cq9": {fieldBase, key("token", "API token"), fieldSeed, fieldPrefix, fieldHosts},
	"vr":  {fieldBase, fieldLaunch, text("agent", "商户号"), fixed(key("key", "密钥"), 32), fieldPrefix},
	"ag": {
		fieldBase, fieldLaunch, fieldRecord, text("agent", "代理（cagent）"), fixed(key("desKey", "DES 密钥"), 8), key("md5Key", "MD5 密钥"),
		key("recordKey", "注单接口密钥"), fieldSeed, fieldPrefix,
	},
	"avia": {fieldBase, key("token", "SecretKey"), fieldSeed, fieldPrefix, fieldHosts},
	"hub88": {
		fieldBase, text("agent", "operator_id"), {Name: "key", Label: "我方私钥（PEM）", Kind: contract.FieldKeys, Required: true},
		{Name: "publicKey", Label: "对方公钥（PEM）", Kind: contract.FieldKeys, Required: true}, fieldPrefix, fieldHosts,
	},
	"im": {
		fieldBase, fieldRecord, fixed(key("token", "MerchantCode"), 32), optional(text("wallet", "钱包（301 体育，401 电竞）")),
		optional(text("gameCode", "大厅 GameCode")), fieldSeed, fieldPrefix, fieldHosts,
	},
	"fb": {
		fieldBase, text("agent", "merchantId"), key("token", "secret"),
		{Name: "codes", Label: "代码含义", Hint: "每行一个，例如 1001=insufficient", Kind: contract.FieldPairs}, fieldMarket, fieldPrefix, fieldHosts,
	},
	"pinnacle": {
		fieldBase, text("agent", "agentCode"), key("md5Key", "agentKey"), fixed(key("desKey", "secretKey"), 16), needed(fieldPrefix), fieldHosts,
	},
	"bbin": {
		fieldBase, fieldLaunch, text("lineCode", "website"), text("agent", "uppername"),
		{Name: "keys", Label: "各方法的密钥（JSON）", Hint: `例如 {"Login":{"secret":"…","before":4,"after":1}}`, Kind: contract.FieldJSON, Required: true}, fieldPrefix,
	},
	"bti":   {fieldBase, fieldRecord, fieldLaunch, text("agent", "AgentUserName"), key("token", "AgentPassword"), fieldPrefix},
	"saba":  {fieldBase, key("token", "vendor_id"), text("agent", "operatorId"), {Name: "currency", Label: "币种编号", Hint: "不填为 13（人民币）", Kind: contract.FieldNumber}, fieldMarket, fieldPrefix, fieldHosts},
	"wm":    {fieldBase, text("agent", "vendorId"), key("token", "signature"), fieldSeed, fieldPrefix, fieldHosts},
	"xj188": {fieldBase, fieldLaunch, text("agent", "operatorId"), key("token", "vendorId"), fieldPrefix, fieldHosts},
	"tcg": {
		fieldBase, fieldLaunch, text("agent", "merchant_code"), fixed(key("desKey", "DES 密钥"), 8), key("token", "sign key"), fieldSeed,
		{Name: "recordURL", Label: "注单文件地址", Hint: "SETTLED 上一级文件夹的 ftp 或 http 地址", Kind: contract.FieldAddress, Required: true},
		text("recordUser", "注单文件用户"), key("recordKey", "注单文件密码"), fieldPrefix, fieldHosts,
	},
	"jdb": {
		fieldBase, text("lineCode", "dc"), text("agent", "parent"), fixed(key("key", "key"), 16), fixed(key("iv", "iv"), 16), fieldPrefix, fieldHosts,
	},
	"tf": {
		fieldBase, fieldLaunch, key("token", "private_token"), key("publicToken", "public_token"), text("agent", "operator_id"), fieldMarket, fieldPrefix,
	},
	"sexy": {
		fieldBase, text("agent", "agentId"), key("token", "cert"),
		{Name: "limitIds", Label: "限红编号（limitId）", Hint: "每行一个", Kind: contract.FieldList, Required: true}, fieldPrefix, fieldHosts,
	},
	"pg": {
		fieldBase, fieldRecord, fieldLaunch, key("agent", "operator_token"), key("token", "secret_key"),
		optional(text("gameCode", "默认游戏代码")), fieldPrefix,
		{Name: "replayURL", Label: "对局回放地址", Hint: "不填则与游戏打开地址相同", Kind: contract.FieldAddress},
	},
})

// withPacing adds to each protocol the fields by which a contract paces its calls.
func withPacing(fields map[string][]contract.Field) map[string][]contract.Field {
	for protocol := range fields {
		if p := pacings[protocol]; p.Gap > 0 {
			low, high := int(p.MinGap/time.Second), int(venue.MaxGap/time.Second)
			fields[protocol] = append(fields[protocol], contract.Field{
				Name: "feedGapSeconds", Label: "注单采集间隔（秒）", Hint: fmt.Sprintf("%d 至 %d；不填为 %d", low, high, int(p.Gap/time.Second)),
				Kind: contract.FieldNumber, Min: low, Max: high,
			})
		}
		fields[protocol] = append(fields[protocol], contract.Field{
			Name: "callsPerSecond", Label: "每秒调用上限", Hint: fmt.Sprintf("每台服务器 1 至 %d；不填则不限", maxCallsPerSecond),
			Kind: contract.FieldNumber, Min: 1, Max: maxCallsPerSecond,
		})
	}
	return fields
}

func text(name, label string) contract.Field {
	return contract.Field{Name: name, Label: label, Kind: contract.FieldText, Required: true}
}

func key(name, label string) contract.Field {
	return contract.Field{Name: name, Label: label, Kind: contract.FieldSecret, Required: true}
}

func needed(f contract.Field) contract.Field {
	f.Required, f.Hint = true, ""
	return f
}

func optional(f contract.Field) contract.Field {
	f.Required = false
	return f
}

func fixed(f contract.Field, length int) contract.Field {
	f.Length = length
	return f
}

// VenueProtocols are the protocols of game venues with the fields of their contracts, by name.
func VenueProtocols() []contract.Protocol {
	var list []contract.Protocol
	for _, name := range slices.Sorted(maps.Keys(protocols)) {
		list = append(list, contract.Protocol{Name: name, Fields: contractFields[name]})
	}
	return list
}

// ReadVenue reads the contract of a venue as a file has it. Its errors hold no text of the contract.
func ReadVenue(code, protocol string, contract json.RawMessage) (VenueContract, error) {
	v := VenueContract{}
	d := json.NewDecoder(bytes.NewReader(contract))
	d.DisallowUnknownFields()
	if d.Decode(&v) != nil {
		return v, errors.New("the contract does not fit its protocol")
	}
	v.Code, v.Protocol = code, protocol
	return v, nil
}
