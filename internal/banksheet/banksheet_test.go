package banksheet_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"hongyun/internal/banksheet"
	"hongyun/internal/calendar"
)

// Statements in the forms of the banks, with invented people and numbers.
var samples = map[string]string{
	"icbc": "\ufeff明细查询文件下载\r\n\r\n卡号: 6222****1234,\"卡别名: \"\r\n\r\n子账户序号: 00000,子账户类别: 活期,\"子账户别名: \"\r\n\r\n" +
		"交易日期,摘要,交易详情,交易场所,交易国家或地区简称,钞/汇,交易金额(收入),交易金额(支出),交易币种,记账金额(收入),记账金额(支出),记账币种,余额,对方户名,对方账户\r\n" +
		"2026-03-02\t,跨行汇款\t,AB12CD34\t,网上银行\t,CHN\t,钞\t,\"1,000.00\"\t,\t,人民币\t,\"1,000.00\"\t,\t,人民币\t,\"51,000.00\"\t,王小明\t,6217000010001234567\t\r\n" +
		"2026-03-02,转账,,网上银行,CHN,钞,,\"2,500.50\",人民币,,\"2,500.50\",人民币,\"48,499.50\",李四,6225880100001111\r\n" +
		"2026-03-02,结汇,,网上银行,USA,汇,10.00,,美元,10.00,,美元,10.00,,\r\n" +
		"\r\n人民币合计,,,,,,,,,\"1,000.00\",\"2,500.50\",,,,\r\n",
	"icbc_company": "[HISTORYDETAIL]\n凭证号,本方账号,对方账号,交易时间,借/贷,借方发生额,贷方发生额,对方行号,摘要,用途,对方单位名称,余额,个性化信息\n" +
		"0,1202000000000001,6217000010001234567,2026-03-02 09:30:15,贷,0.00,1000.00,102100000001,网转,AB12CD34,王小明,51000.00,\n" +
		"0,1202000000000001,6225880100001111,2026-03-02 10:00:00,借,2500.50,0.00,102100000001,付款,,李四,48499.50,\n",
	"ccb": "账号,交易时间,借方发生额/元(支取),贷方发生额/元(收入),余额,币种,对方户名,对方账号,对方开户机构,记账日期,摘要,备注,账户明细编号-交易流水号,企业流水号,凭证种类,凭证号,交易介质编号\n" +
		"32050100000000000001,20260302 09:30:15,0.00,1000.00,51000.00,人民币元,王小明,6217000010001234567,某支行,20260302,电子汇入,AB12CD34,1-N100001,,,,\n" +
		"32050100000000000001,20260302 10:00:00,2500.50,0.00,48499.50,人民币元,李四,6225880100001111,某支行,20260302,转账,,2-N100002,,,,\n",
	"cmb": "\"账  号: [621483******1234 北京分行]\"\n\"起始日期: [20260301]   终止日期: [20260331]\"\n交易日期,交易时间,收入,支出,余额,交易类型,交易备注\n" +
		"\"\t20260302\",\"\t09:30:15\",\"1000.00\",\"\",\"51000.00\",\"\t汇入汇款\",\"\t王小明 AB12CD34\"\n" +
		"\"\t20260302\",\"\t10:00:00\",\"\",\"2500.50\",\"48499.50\",\"\t转账汇款\",\"\t李四\"\n# 收入合计: 1 笔，共 1000.00 元\n",
	"cbhb": "交易日期,交易时间,对方名称,对方账号,摘要,附言,借方发生额,贷方发生额,账户余额\n" +
		"20260302,093015,王小明,6217000010001234567,来账,AB12CD34,,\"1,000.00\",\"51,000.00\"\n20260302,100000,李四,6225880100001111,往账,,\"2,500.50\",,\"48,499.50\"\n合计,,,,,,\"2,500.50\",\"1,000.00\",\n",
}

func read(t *testing.T, file []byte, m banksheet.Mapping) (banksheet.Statement, error) {
	t.Helper()
	sheet, err := banksheet.Read(file)
	if err != nil {
		return banksheet.Statement{}, err
	}
	return sheet.Lines(m)
}

func text(l banksheet.Line) string {
	way := "out"
	if l.Incoming {
		way = "in"
	}
	return fmt.Sprintf("%s %s %s %s %s|%s|%s", calendar.Stamp(l.At), way, l.Amount, l.Name, l.Account, l.Remark, l.Serial)
}

func TestEachKnownFormIsRecognisedAndReadInEveryEncoding(t *testing.T) {
	want := map[string][]string{
		"icbc":         {"2026-03-02 00:00:00 in 1000.00 王小明 6217000010001234567|跨行汇款 AB12CD34 网上银行|", "2026-03-02 00:00:00 out 2500.50 李四 6225880100001111|转账 网上银行|"},
		"icbc_company": {"2026-03-02 09:30:15 in 1000.00 王小明 6217000010001234567|网转 AB12CD34|", "2026-03-02 10:00:00 out 2500.50 李四 6225880100001111|付款|"},
		"ccb":          {"2026-03-02 09:30:15 in 1000.00 王小明 6217000010001234567|电子汇入 AB12CD34|1-N100001", "2026-03-02 10:00:00 out 2500.50 李四 6225880100001111|转账|2-N100002"},
		"cmb":          {"2026-03-02 09:30:15 in 1000.00  |汇入汇款 王小明 AB12CD34|", "2026-03-02 10:00:00 out 2500.50  |转账汇款 李四|"},
		"cbhb":         {"2026-03-02 09:30:15 in 1000.00 王小明 6217000010001234567|来账 AB12CD34|", "2026-03-02 10:00:00 out 2500.50 李四 6225880100001111|往账|"},
	}
	for code, sample := range samples {
		plain := strings.TrimPrefix(sample, "\ufeff")
		gb, err := simplifiedchinese.GB18030.NewEncoder().String(plain)
		if err != nil {
			t.Fatal(err)
		}
		wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(plain)
		if err != nil {
			t.Fatal(err)
		}
		for encoding, file := range map[string]string{"UTF-8": plain, "UTF-8 with a mark": "\ufeff" + plain, "GB18030": gb, "UTF-16": wide, "tabs": strings.ReplaceAll(plain, "\r\n", "\n")} {
			sheet, err := banksheet.Read([]byte(file))
			if err != nil {
				t.Errorf("%s in %s: %v", code, encoding, err)
				continue
			}
			form, found := sheet.Detect()
			if !found || form.Code != code {
				t.Errorf("%s in %s is taken for %q", code, encoding, form.Code)
				continue
			}
			got, err := sheet.Lines(form.Columns)
			if err != nil {
				t.Errorf("%s in %s: %v", code, encoding, err)
				continue
			}
			var lines []string
			for _, l := range got.Lines {
				lines = append(lines, text(l))
			}
			if strings.Join(lines, "\n") != strings.Join(want[code], "\n") {
				t.Errorf("%s in %s:\n%s\nwant\n%s", code, encoding, strings.Join(lines, "\n"), strings.Join(want[code], "\n"))
			}
		}
	}
}

var own = banksheet.Mapping{Date: "日期", In: "收", Out: "付", Name: "户名", Remarks: []string{"附言"}, Serial: "流水号"}

const ownHeading = "日期,收,付,户名,附言,流水号\n"

func TestAmountsAndDatesAreReadInEveryUsualWay(t *testing.T) {
	for row, want := range map[string]string{
		`2026-03-02,"1,234,567.89",,甲,x,1`:              "2026-03-02 00:00:00 in 1234567.89 甲 |x|1",
		`２０２６－０３－０２,１２３．４５,,甲,x,1`:                      "2026-03-02 00:00:00 in 123.45 甲 |x|1",
		`2026/3/2 8:05,￥100,,甲,x,1`:                     "2026-03-02 08:05:00 in 100.00 甲 |x|1",
		`2026年3月2日 08:05:01,100.5元,,甲,x,1`:              "2026-03-02 08:05:01 in 100.50 甲 |x|1",
		`20260302080501,0.00,"(1,000.00)",甲,x,1`:        "2026-03-02 08:05:01 out 1000.00 甲 |x|1",
		`2026.3.2,--,-100.00,甲,x,1`:                     "2026-03-02 00:00:00 out 100.00 甲 |x|1",
		`2026-03-02,+100.000,,甲,x,1`:                    "2026-03-02 00:00:00 in 100.00 甲 |x|1",
		`"=""20260302""",100,,"甲 ""乙""",x,="0012"`:      `2026-03-02 00:00:00 in 100.00 甲 "乙" |x|0012`,
		`2026-03-02,100,,=cmd|' /C calc'!A0,@SUM(1),+1`: "2026-03-02 00:00:00 in 100.00 =cmd|' /C calc'!A0 |@SUM(1)|+1",
	} {
		got, err := read(t, []byte(ownHeading+row), own)
		if err != nil {
			t.Errorf("%s: %v", row, err)
			continue
		}
		if text(got.Lines[0]) != want {
			t.Errorf("%s\n got %s\nwant %s", row, text(got.Lines[0]), want)
		}
	}
}

func TestOneAmountColumnHasASignOrASide(t *testing.T) {
	signed := banksheet.Mapping{Date: "日期", Amount: "金额"}
	got, err := read(t, []byte("日期,金额,摘要,对方户名\n20260302,+10,a,b\n20260302,-20.5,a,b\n"), signed)
	if err != nil || len(got.Lines) != 2 || !got.Lines[0].Incoming || got.Lines[1].Incoming || got.Lines[1].Amount != 2050 {
		t.Errorf("signs: %+v, %v", got, err)
	}
	sided := banksheet.Mapping{Date: "日期", Amount: "金额", Side: "借贷"}
	got, err = read(t, []byte("日期,金额,借贷\n20260302,10,贷\n20260302,20.5,借\n20260302,1,CR\n20260302,2,转出\n"), sided)
	var ways []bool
	for _, l := range got.Lines {
		ways = append(ways, l.Incoming)
	}
	if err != nil || fmt.Sprint(ways) != "[true false true false]" {
		t.Errorf("sides: %v, %v", ways, err)
	}
	// A minus in the column of outgoing amounts, where others have none, is a correction.
	got, err = read(t, []byte(ownHeading+"20260302,,100,甲,x,1\n20260302,,-100,甲,x,2\n"), own)
	if err != nil || got.Lines[0].Incoming || !got.Lines[1].Incoming {
		t.Errorf("a correction: %+v, %v", got, err)
	}
}

func TestAFileThatCannotBeReadIsRefusedWithItsLine(t *testing.T) {
	var xlsx bytes.Buffer
	z := zip.NewWriter(&xlsx)
	_, _ = z.Create("xl/workbook.xml")
	_ = z.Close()
	many := ownHeading + strings.Repeat("20260302,1,,a,b,c\n", banksheet.MaxLines+1)
	for what, tc := range map[string]struct {
		file string
		m    banksheet.Mapping
		want error
	}{
		"nothing":                   {"", own, banksheet.ErrEmpty},
		"blank lines":               {"\n \n", own, banksheet.ErrEmpty},
		"xlsx named csv":            {xlsx.String(), own, banksheet.ErrArchive},
		"xls named csv":             {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1....", own, banksheet.ErrExcel},
		"gzip":                      {"\x1f\x8b\x08\x00", own, banksheet.ErrArchive},
		"a page named xls":          {" <html><table>", own, banksheet.ErrPage},
		"pdf":                       {"%PDF-1.7", own, banksheet.ErrPage},
		"zeros inside":              {ownHeading + "a\x00b", own, banksheet.ErrBinary},
		"control characters":        {ownHeading + "a\x07b", own, banksheet.ErrBinary},
		"neither encoding":          {"\xff\xff\xff,\x80\x80", own, banksheet.ErrEncoding},
		"too large":                 {strings.Repeat("x", banksheet.MaxSize+1), own, banksheet.ErrSize},
		"too many lines":            {many, own, banksheet.ErrLines},
		"open quotation mark":       {ownHeading + "20260302,1,,\"a,b,c\n" + strings.Repeat("20260302,1,,a,b,c\n", 9), own, banksheet.ErrQuote.With(2)},
		"open quotation mark, last": {ownHeading + "20260302,1,,a,b,c\n20260302,1,,\"a,b,c", own, banksheet.ErrQuote.With(3)},
		"no heading":                {"20260302,1,,a,b,c\n", own, banksheet.ErrHeading},
		"no date column":            {ownHeading, banksheet.Mapping{In: "收", Out: "付"}, banksheet.ErrColumns},
		"one column of two":         {ownHeading, banksheet.Mapping{Date: "日期", In: "收"}, banksheet.ErrColumns},
		"no line":                   {ownHeading + "合计,1,2,,,\n", own, banksheet.ErrNoLines},
		"wrong date":                {ownHeading + "20260302,1,,a,b,c\n2026-13-02,1,,a,b,c\n", own, banksheet.ErrDate.With(3, "2026-13-02")},
		"amount without a date":     {ownHeading + "20260302,1,,a,b,c\n,1,,a,b,c\n", own, banksheet.ErrNoDate.With(3)},
		"wrong amount":              {ownHeading + "20260302,1.234,,a,b,c\n", own, banksheet.ErrAmount.With(2, "1.234")},
		"wrong thousands":           {ownHeading + "20260302,\"1,23\",,a,b,c\n", own, banksheet.ErrAmount.With(2, "1,23")},
		"another country's point":   {ownHeading + "20260302,\"1.234,50\",,a,b,c\n", own, banksheet.ErrAmount.With(2, "1.234,50")},
		"words for an amount":       {ownHeading + "20260302,壹佰,,a,b,c\n", own, banksheet.ErrAmount.With(2, "壹佰")},
		"more than there is":        {ownHeading + "20260302,9999999999999,,a,b,c\n", own, banksheet.ErrAmount.With(2, "9999999999999")},
		"both ways":                 {ownHeading + "20260302,1,1,a,b,c\n", own, banksheet.ErrBoth.With(2)},
		"no side":                   {"日期,金额,借贷\n20260302,1,\n", banksheet.Mapping{Date: "日期", Amount: "金额", Side: "借贷"}, banksheet.ErrSide.With(2, "")},
		"hidden direction":          {ownHeading + "20260302,1,,a\u202eb,b,c\n", own, banksheet.ErrText.With(2)},
		"account in powers of ten":  {"日期,金额,账号\n20260302,1,6.22E+18\n", banksheet.Mapping{Date: "日期", Amount: "金额", Account: "账号"}, banksheet.ErrRewritten.With(2, "6.22E+18")},
		"number in powers of ten":   {ownHeading + "20260302,1,,a,b,2.02603E+17\n", own, banksheet.ErrRewritten.With(2, "2.02603E+17")},
		"more than 200 cells":       {ownHeading + "20260302,1,,a,b,c\n" + strings.Repeat("1,", 200) + "\n", own, banksheet.ErrCells.With(3)},
		"endless remark":            {ownHeading + "20260302,1,,a," + strings.Repeat("x", 501) + ",c\n", own, banksheet.ErrText.With(2)},
	} {
		_, err := read(t, []byte(tc.file), tc.m)
		if !errors.Is(err, tc.want) || err == nil || err.Error() != tc.want.Error() {
			t.Errorf("%s: %v, want %v", what, err, tc.want)
		}
	}
}

func TestSumsAndOtherMoneyAreLeftOutAndSaid(t *testing.T) {
	sheet, err := banksheet.Read([]byte(samples["icbc"]))
	if err != nil {
		t.Fatal(err)
	}
	got, err := sheet.Lines(banksheet.Forms[0].Columns)
	if err != nil || len(got.Skipped) != 2 || got.Skipped[0].Why != "币种不是人民币" || got.Skipped[0].No != 10 {
		t.Errorf("left out: %+v, %v", got.Skipped, err)
	}
}

func TestTheNumberOfALineInItsFileIsNoPartOfItsContent(t *testing.T) {
	a, err := read(t, []byte(ownHeading+"20260302,1,,a,b,c\n"), own)
	if err != nil {
		t.Fatal(err)
	}
	b, err := read(t, []byte("序号,"+ownHeading+"5,20260302,1.00,,a,b,c\n"), own)
	if err != nil || a.Lines[0].Content != b.Lines[0].Content {
		t.Errorf("%v, %v: %v", a.Lines, b.Lines, err)
	}
}

func TestABalanceCountsAsAnAmountInTheContentOfALine(t *testing.T) {
	m := banksheet.Mapping{Date: "日期", Amount: "金额", Balance: "余额"}
	contents := map[string]bool{}
	for _, balance := range []string{"1000.50", "1000.5", `"1,000.50"`, "￥1000.50", "１０００．５０"} {
		got, err := read(t, []byte("日期,金额,余额\n20260302,1,"+balance+"\n"), m)
		if err != nil {
			t.Fatal(err)
		}
		contents[got.Lines[0].Content] = true
	}
	if len(contents) != 1 {
		t.Errorf("%d contents of one balance", len(contents))
	}
}

func TestTheColumnsOfAStatementAreThoseThatTheFileHas(t *testing.T) {
	m := banksheet.Mapping{Date: "日期", In: "贷方发生额", Out: "借方发生额", Name: "户名", Remarks: []string{"摘要", "附言"}, Balance: "余额"}
	got, err := read(t, []byte("日期,贷方发生额/元(收入),借方发生额,附言,余额\n20260302,1,,b,1\n"), m)
	want := banksheet.Mapping{Date: "日期", In: "贷方发生额", Out: "借方发生额", Remarks: []string{"附言"}, Balance: "余额"}
	if err != nil || fmt.Sprint(got.Columns) != fmt.Sprint(want) {
		t.Errorf("%+v, %v, want %+v", got.Columns, err, want)
	}
}

// Each quotation mark must not read its cell from the beginning again.
func TestALongCellOfQuotationMarksIsReadInLinearTime(t *testing.T) {
	begun, half := time.Now(), banksheet.MaxSize/2-100
	if _, err := banksheet.Read([]byte(ownHeading + "20260302,1,," + strings.Repeat(" ", half) + "x" + strings.Repeat(`"`, half) + ",b,c\n")); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(begun); took > 10*time.Second {
		t.Errorf("read in %v", took)
	}
}

func TestTheHeadingIsFoundForAMappingByHand(t *testing.T) {
	sheet, err := banksheet.Read([]byte("某银行,,,\n户名：甲公司,,,\n记账日,入账金额,出账金额,对方名称,用途\n20260302,1,,a,b\n"))
	if err != nil {
		t.Fatal(err)
	}
	columns, err := sheet.Columns()
	if err != nil || strings.Join(columns, " ") != "记账日 入账金额 出账金额 对方名称 用途" {
		t.Errorf("%v, %v", columns, err)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range samples {
		f.Add([]byte(s))
	}
	f.Fuzz(func(_ *testing.T, file []byte) {
		sheet, err := banksheet.Read(file)
		if err != nil {
			return
		}
		_, _ = sheet.Columns()
		if form, found := sheet.Detect(); found {
			_, _ = sheet.Lines(form.Columns)
		}
	})
}
