package brand

import (
	"context"
	"strings"
	"unicode"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
	"hongyun/internal/upload"
)

// KindBrand is the kind of setting.
const KindBrand = "site.brand"

// The faults that staff are told.
var (
	ErrName     = fault.New(fault.Invalid, "brand.name", "站点名称不能含有 < > \" & 等符号")
	ErrColour   = fault.New(fault.Invalid, "brand.colour", "主色须写成 #rrggbb 的形式，如 #e0b252；不填则用自带的金色")
	ErrContrast = fault.New(fault.Invalid, "brand.contrast", "主色与深色背景的对比度只有%s，须达到4.5，请选更亮的颜色")
	ErrAlert    = fault.New(fault.Invalid, "brand.alert", "主色与表示%s的颜色太接近，玩家会看错，请换一种色相")
)

// Brand is the setting.
type Brand struct {
	Name   string `json:"name"`
	Logo   string `json:"logo"`   // the address of an upload; "": the built-in mark
	Accent string `json:"accent"` // #rrggbb; "": the built-in gold
}

var fields = []setting.Field{
	{Name: "name", Label: "站点名称", Form: setting.Text, Required: true, Max: 12, Hint: "页面、标题、桌面图标、验证器、通行密钥、邮件、短信与报警中的名称"},
	{Name: "logo", Label: "标志", Form: setting.Picture, Upload: upload.Brand, Hint: "正方形；不传则用自带的标志"},
	{Name: "accent", Label: "主色", Form: setting.Text, Max: 7, Hint: "#rrggbb，用于按钮、链接与所在位置，其他深浅由它算出；不填则用自带的金色"},
}

// Register adds the kind to the book. It gives what reads the brand in force,
// which is name alone while it was never changed.
func Register(b *setting.Book, name string) func() Brand {
	return setting.Register(b, setting.Kind[Brand]{
		Code: KindBrand, Request: "site.rule", Title: "品牌", Explain: "玩家看到的名称、标志与主色。几秒内在新打开的页面上生效。",
		Fields: fields, Default: Brand{Name: name}, Check: check,
	}).Now
}

func check(_ context.Context, _ db.Reader, p setting.Put[Brand]) error {
	b := p.Value
	switch {
	case strings.ContainsAny(b.Name, `<>"&{}`) || strings.ContainsFunc(b.Name, unicode.IsControl):
		return ErrName
	case b.Accent == "":
		return nil
	}
	accent, ok := parse(b.Accent)
	if !ok {
		return ErrColour
	}
	return paletteOf(accent).check()
}
