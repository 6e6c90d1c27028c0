package setting

import (
	"encoding/json"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/money"
)

// Field is one field of a value, as its form and the second person's sentences
// have it. Name is its name in the JSON of the value, or of a secret.
type Field struct {
	Name     string
	Label    string // Chinese
	Hint     string // Chinese: what the field does, for the screen and the operations document
	Unit     string // Chinese, "" for none
	Group    string // Chinese; fields of a group are shown together
	Form     Form
	Required bool
	Min, Max int64 // of a number; characters of a text. Max 0: a text may have 200
	Options  []Option
	Upload   string // of a picture: the kind of upload that it takes
}

// Option is one of the values that a choice has.
type Option struct{ Value, Label string }

// Form says how a field is entered, checked and shown.
type Form string

// The forms of fields.
const (
	Text    Form = "text"
	Address Form = "address" // http or https
	Server  Form = "server"  // host:port
	Number  Form = "number"
	Yuan    Form = "yuan" // an integer of fen
	Coins   Form = "coins"
	Percent Form = "percent" // an integer of hundredths of a percent
	Clock   Form = "clock"   // minutes since midnight in GMT+8
	Switch  Form = "switch"
	Choice  Form = "choice"
	Secret  Form = "secret"  // sealed; it is never shown again
	Account Form = "account" // sealed; whoever decides about it reads it in full
	Picture Form = "picture" // the address of an upload, or one of the options
	List    Form = "list"    // Listed: things of a Picker, each with a number from Min to Max
)

// Forms are the forms of a field.
var Forms = []Form{Text, Address, Server, Number, Yuan, Coins, Percent, Clock, Switch, Choice, Secret, Account, Picture, List}

// sealed says that a field is among the secrets and not in the value.
func (f Field) sealed() bool { return f.Form == Secret || f.Form == Account }

const maxText = 200

// uploadForm is the address of an uploaded picture. It holds the hash of its bytes:
// two people agree on a picture and not on a place where it could be exchanged.
var uploadForm = regexp.MustCompile(`^/files/[0-9a-f]{64}\.(png|jpg)$`)

var hostForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$`)

// wrong says why a value of the field cannot be, "" if it can.
func (f Field) wrong(v any) string {
	switch f.Form {
	case Text, Address, Server, Secret, Account, Choice, Picture:
		s, ok := v.(string)
		if !ok {
			return "须为文字"
		}
		return f.wrongText(s)
	case Switch:
		if _, ok := v.(bool); !ok {
			return "须为是或否"
		}
		return ""
	case List:
		return f.wrongList(v)
	}
	return f.wrongNumber(v)
}

func (f Field) wrongNumber(v any) string {
	n, ok := integer(v)
	if !ok {
		return "须为整数"
	}
	if n < f.Min || n > f.Max {
		return "须在 " + f.show(json.Number(strconv.FormatInt(f.Min, 10))) + " 至 " + f.show(json.Number(strconv.FormatInt(f.Max, 10))) + " 之间"
	}
	return ""
}

func (f Field) wrongText(s string) string {
	most := f.Max
	if most == 0 {
		most = maxText
	}
	n := int64(utf8.RuneCountInString(s))
	switch {
	case !utf8.ValidString(s) || strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.C, r) }):
		return "含有不可见字符"
	case n > most:
		return "最多" + strconv.FormatInt(most, 10) + "个字符"
	case s != "" && n < f.Min:
		return "最少" + strconv.FormatInt(f.Min, 10) + "个字符"
	case f.Form == Account && strings.Trim(s, "0123456789") != "":
		return "只能是数字"
	case f.Form == Choice && len(f.Options) > 0 && (s != "" || f.Required) && !slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == s }):
		return "不在可选范围内"
	case f.Form == Picture && s != "" && !uploadForm.MatchString(s) && !slices.ContainsFunc(f.Options, func(o Option) bool { return o.Value == s }):
		return "须为上传的图片"
	case f.Form == Server && s != "":
		host, port, err := net.SplitHostPort(s)
		n, notNumber := strconv.Atoi(port)
		if err != nil || notNumber != nil || n < 1 || n > 65535 || !hostForm.MatchString(host) {
			return "须为 主机名:端口"
		}
	case f.Form == Address && s != "":
		u, err := url.Parse(s)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return "须为 http 或 https 地址，不带参数"
		}
	}
	return ""
}

func integer(v any) (int64, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return 0, false
	}
	i, err := n.Int64()
	return i, err == nil
}

// show is a value in the words of the screen.
func (f Field) show(v any) string {
	switch f.Form {
	case Text, Address, Server, Secret, Account:
		if s, _ := v.(string); s != "" {
			return s
		}
		return "无"
	case Choice, Picture:
		s, _ := v.(string)
		for _, o := range f.Options {
			if o.Value == s {
				return o.Label
			}
		}
		if s == "" {
			return "无"
		}
		return s
	case Switch:
		if on, _ := v.(bool); on {
			return "是"
		}
		return "否"
	}
	if f.Form == List {
		listed, _ := listOf(v)
		return strconv.Itoa(len(listed)) + " 项"
	}
	n, _ := integer(v)
	switch f.Form {
	case Yuan:
		return money.Fen(n).Grouped() + "元"
	case Coins:
		return money.Coins(n).String() + " USDT"
	case Percent:
		return money.Fen(n).String() + "%"
	case Clock:
		return pad(n/60) + ":" + pad(n%60)
	}
	return strconv.FormatInt(n, 10) + f.Unit
}

func pad(n int64) string {
	if n < 10 {
		return "0" + strconv.FormatInt(n, 10)
	}
	return strconv.FormatInt(n, 10)
}

// name is the label with its group.
func (f Field) name() string {
	if f.Group != "" {
		return f.Group + " · " + f.Label
	}
	return f.Label
}
