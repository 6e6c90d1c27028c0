package upload

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Kind is what files are uploaded for, with its bounds.
type Kind struct {
	Code    string
	Title   string // Chinese
	MaxSize int64  // bytes of the file as it is sent
	Side    int    // pixels of the longer side as it is stored; 0: a package
	ADay    int    // files that one person sends on a day, refused ones counted
}

// The codes of kinds.
const (
	Picture = "picture" // of banners, promotions and games
	Payment = "payment" // codes to scan and marks of ways to pay
	Brand   = "brand"   // the operator's logo
	Package = "package" // an app of Android
)

// Kinds are all kinds.
var Kinds = []Kind{
	{Code: Picture, Title: "图片", MaxSize: 5 << 20, Side: 2560, ADay: 300},
	{Code: Payment, Title: "支付图片", MaxSize: 5 << 20, Side: 1200, ADay: 50},
	{Code: Brand, Title: "品牌图片", MaxSize: 5 << 20, Side: 1200, ADay: 50},
	{Code: Package, Title: "安装包", MaxSize: 200 << 20, ADay: 20},
}

func kindOf(code string) (Kind, bool) {
	i := slices.IndexFunc(Kinds, func(k Kind) bool { return k.Code == code })
	if i < 0 {
		return Kind{}, false
	}
	return Kinds[i], true
}

func (k Kind) isPackage() bool { return k.Side == 0 }

// types are the content types that files are served with, by their endings. No
// other type is ever served.
var types = map[string]string{"png": "image/png", "jpg": "image/jpeg", "apk": "application/vnd.android.package-archive"}

// Root begins the address of each file.
const Root = "/files/"

var (
	addressForm = regexp.MustCompile(`^/files/([0-9a-f]{64})\.(png|jpg|apk)$`)
	inText      = regexp.MustCompile(`/files/[0-9a-f]{64}\.(png|jpg|apk)`)
)

// Addresses finds the addresses of uploads in a text.
func Addresses(text string) []string {
	if !strings.Contains(text, Root) {
		return nil
	}
	found := inText.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func megabytes(n int64) string { return fmt.Sprintf("%dMB", n>>20) }
