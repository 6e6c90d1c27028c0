package licence

import (
	"context"
	"net/url"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
	"hongyun/internal/upload"
)

// KindLicence is the kind of setting.
const KindLicence = "site.licence"

// ErrLink refuses an address at which no regulator confirms a licence.
var ErrLink = fault.New(fault.Invalid, "licence.link", "查验网址须以 https:// 开头，不含用户名，如 https://regulator.example/verify?id=1")

// Licence is the setting. Texts that were not given are empty, and pages leave them out.
type Licence struct {
	Operator     string `json:"operator"` // the company that holds it
	Number       string `json:"number"`
	Regulator    string `json:"regulator"`
	Jurisdiction string `json:"jurisdiction"`
	Address      string `json:"address"`   // of the company, as registered
	Statement    string `json:"statement"` // the sentence of the footer
	Link         string `json:"link"`      // where the regulator confirms it; "": nowhere
	Seal         string `json:"seal"`      // the address of an upload; "": none
}

var fields = []setting.Field{
	{Name: "operator", Label: "运营公司", Form: setting.Text, Hint: "持牌公司的全称，按牌照原文"},
	{Name: "number", Label: "牌照编号", Form: setting.Text, Hint: "牌照上的编号，显示在页脚与说明页"},
	{Name: "regulator", Label: "监管机构", Form: setting.Text, Hint: "颁发牌照的机构"},
	{Name: "jurisdiction", Label: "管辖地", Form: setting.Text, Hint: "颁发牌照的国家或地区，显示在说明页"},
	{Name: "address", Label: "注册地址", Form: setting.Text, Hint: "持牌公司登记的地址，显示在说明页"},
	{Name: "statement", Label: "页脚牌照说明", Form: setting.Text, Max: 500, Hint: "每页页脚的一句话；留空则页脚说明本站未登载牌照信息"},
	{Name: "link", Label: "查验网址", Form: setting.Text, Hint: "监管机构确认该牌照的网页，须以 https:// 开头；页脚的说明与印章指向它"},
	{Name: "seal", Label: "牌照印章", Form: setting.Picture, Upload: upload.Brand, Hint: "监管机构发给的图片，显示在页脚；请复核人与原件核对"},
}

// Play is what a site of play money shows: an operator that is not real, and no licence.
func Play(statement string) Licence {
	return Licence{Operator: "演示运营方（非真实公司）", Statement: statement}
}

// Register adds the kind to the book. It gives what reads the licence in force. The
// configured one holds while two people set none.
func Register(b *setting.Book, configured Licence) func() Licence {
	return setting.Register(b, setting.Kind[Licence]{
		Code: KindLicence, Request: "site.rule", Title: "牌照资料",
		Explain: "页脚与各说明页引用的持牌公司与牌照。请按牌照原文填写，未填写的项目网站会留空。几秒内在新打开的页面上生效。",
		Fields:  fields, Default: configured, Check: check,
	}).Now
}

func check(_ context.Context, _ db.Reader, p setting.Put[Licence]) error {
	link := p.Value.Link
	if link == "" {
		return nil
	}
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || strings.ContainsAny(link, " \"'<>\\") {
		return ErrLink
	}
	return nil
}
