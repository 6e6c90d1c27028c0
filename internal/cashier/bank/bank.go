package bank

import "slices"

// Bank is a bank that cards may be of and transfers may come from.
type Bank struct{ Code, Name string }

// banks are the usual codes of mainland banks, the large ones first. Gateways
// use code sets of their own; a map for each belongs to its adapter.
var banks = []Bank{
	{"ICBC", "中国工商银行"},
	{"ABC", "中国农业银行"},
	{"BOC", "中国银行"},
	{"CCB", "中国建设银行"},
	{"COMM", "交通银行"},
	{"PSBC", "中国邮政储蓄银行"},
	{"CMB", "招商银行"},
	{"CITIC", "中信银行"},
	{"CEB", "中国光大银行"},
	{"CMBC", "中国民生银行"},
	{"CIB", "兴业银行"},
	{"SPDB", "浦发银行"},
	{"SPABANK", "平安银行"},
	{"GDB", "广发银行"},
	{"HXBANK", "华夏银行"},
	{"CZBANK", "浙商银行"},
	{"BOHAIB", "渤海银行"},
	{"EGBANK", "恒丰银行"},
	{"BJBANK", "北京银行"},
	{"SHBANK", "上海银行"},
	{"NBBANK", "宁波银行"},
	{"HZCB", "杭州银行"},
	{"JSBANK", "江苏银行"},
	{"NJCB", "南京银行"},
	{"HSBANK", "徽商银行"},
	{"CDCB", "成都银行"},
	{"CQBANK", "重庆银行"},
	{"GCB", "广州银行"},
	{"HRBANK", "哈尔滨银行"},
	{"BJRCB", "北京农商银行"},
	{"SHRCB", "上海农商银行"},
	{"SRCB", "深圳农商银行"},
}

// Banks lists the banks a card may be of (CARD-03).
func Banks() []Bank { return slices.Clone(banks) }

func Known(code string) bool { return NameOf(code) != "" }

// NameOf is a bank's name, "" for an unknown code.
func NameOf(code string) string {
	for _, b := range banks {
		if b.Code == code {
			return b.Name
		}
	}
	return ""
}

// CodeOf accepts a bank's code or its name: the documented client sends what
// its list calls type, others the name.
func CodeOf(text string) (string, bool) {
	for _, b := range banks {
		if b.Code == text || b.Name == text {
			return b.Code, true
		}
	}
	return "", false
}
