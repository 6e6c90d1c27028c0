package setting

import (
	"strings"
	"testing"

	"hongyun/internal/staff"
)

func TestThePictureOfAnAccountIsToldOfAlsoWhereItStays(t *testing.T) {
	const picture = "/files/0000000000000000000000000000000000000000000000000000000000000000.png"
	code := Field{Name: "code", Label: "收款码", Form: Picture}
	number := Field{Name: "number", Label: "账号", Form: Account}
	values, numbers := map[string]any{"code": picture}, map[string]string{"number": "6222020000000000018"}
	account := &kind{Info: Info{Fields: []Field{number, code}}}
	told := account.differences(values, values, numbers, map[string]string{"number": "6222020000000000026"})
	if len(told) != 2 || told[1] != (staff.Detail{Label: "收款码", Value: picture + same}) {
		t.Errorf("beside another number: %+v", told)
	}
	none := map[string]any{"code": ""}
	if told := account.differences(none, none, numbers, numbers); len(told) != 1 {
		t.Errorf("of an account without one: %+v", told)
	}
	method := &kind{Info: Info{Fields: []Field{code}}}
	if told := method.differences(values, values, nil, nil); len(told) != 0 {
		t.Errorf("where no account is: %+v", told)
	}
}

// An operator reads on the screen and in the document what each field does.
func TestAFieldThatNothingExplainsIsRefused(t *testing.T) {
	field := Field{Name: "most", Label: "最多", Form: Number, Max: 10}
	k := &kind{Info: Info{Fields: []Field{field}}, defaults: []byte(`{"most":1}`)}
	if err := k.fits(); err == nil || !strings.Contains(err.Error(), "most") {
		t.Errorf("a field without a meaning: %v", err)
	}
	k.Fields[0].Hint = "一笔最多多少"
	if err := k.fits(); err != nil {
		t.Errorf("a field with one: %v", err)
	}
	sealed := Field{Name: "key", Label: "密钥", Form: Secret}
	k.Fields = append(k.Fields, sealed)
	if err := k.fits(); err == nil {
		t.Error("a sealed field without a meaning")
	}
}
