package brand

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
)

// KindAndroid is the kind of setting.
const KindAndroid = "site.android"

// ErrAndroid is told to staff whose entry no phone could read.
var ErrAndroid = fault.New(fault.Invalid, "brand.android", "包名如 com.example.app，证书指纹为 32 组用冒号隔开的两位十六进制数；两项都填，或都不填")

// Android is the operator's own Android app that shows this site: its package,
// and the certificates that sign it.
type Android struct {
	Package      string `json:"package"`
	Fingerprints string `json:"fingerprints"` // SHA-256 of each certificate, separated by commas or spaces
}

var androidFields = []setting.Field{
	{Name: "package", Label: "安卓包名", Form: setting.Text, Max: 100, Hint: "如 com.example.app；不填则不声明任何应用"},
	{Name: "fingerprints", Label: "签名证书指纹", Form: setting.Text, Max: 400, Hint: "签名证书的 SHA-256 指纹，多个用逗号隔开；apksigner verify --print-certs 可以看到"},
}

// RegisterAndroid adds the kind to the book. It gives what reads the entry in
// force, which is empty at first.
func RegisterAndroid(b *setting.Book) func() Android {
	return setting.Register(b, setting.Kind[Android]{
		Code: KindAndroid, Request: "site.rule", Title: "安卓应用",
		Explain: "声明哪个安卓应用属于本站（/.well-known/assetlinks.json）：应用打开本站时不再显示地址栏。应用由运营方自己签名，安装包在 APP 下载里上传。",
		Fields:  androidFields, Check: checkAndroid,
	}).Now
}

var (
	androidPackage = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$`)
	fingerprint    = regexp.MustCompile(`^([0-9A-F]{2}:){31}[0-9A-F]{2}$`)
)

func checkAndroid(_ context.Context, _ db.Reader, p setting.Put[Android]) error {
	prints := p.Value.prints()
	if p.Value.Package == "" && len(prints) == 0 {
		return nil
	}
	if !androidPackage.MatchString(p.Value.Package) || len(prints) == 0 {
		return ErrAndroid
	}
	for _, print := range prints {
		if !fingerprint.MatchString(print) {
			return ErrAndroid
		}
	}
	return nil
}

func (a Android) prints() []string {
	return strings.FieldsFunc(strings.ToUpper(a.Fingerprints), func(r rune) bool { return r == ',' || r == '，' || r == ' ' || r == '\n' })
}

// AssetLinks is the file by which Android knows that the app and the site are of
// one operator, or nil where no app is entered.
func (a Android) AssetLinks() ([]byte, error) {
	if a.Package == "" {
		return nil, nil
	}
	type target struct {
		Namespace    string   `json:"namespace"`
		Package      string   `json:"package_name"`
		Fingerprints []string `json:"sha256_cert_fingerprints"`
	}
	type statement struct {
		Relation []string `json:"relation"`
		Target   target   `json:"target"`
	}
	return json.Marshal([]statement{{
		Relation: []string{"delegate_permission/common.handle_all_urls"},
		Target:   target{"android_app", a.Package, a.prints()},
	}})
}
