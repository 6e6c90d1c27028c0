package setting_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// A field is checked under its own name only: JSON that writes it with other
// letters does not get past its bounds.
func TestAFieldInOtherLettersIsRefused(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		for _, value := range []string{`{"Most":-5,"note":""}`, `{"most":20000,"NOTE":"一二三四五六七八九十一"}`, `{"most":20000,"MOST":100000001}`} {
			if _, err := o.Ask(t.Context(), o.anna, o.order(0, value)); !errors.Is(err, setting.ErrForm) {
				t.Errorf("%s: %v", value, err)
			}
		}
	})
}

func gatewayOrder() setting.Order {
	return setting.Order{
		Kind: "pay.gateway", Key: "one", New: true, Value: json.RawMessage(`{"address":"https://pay.example/api"}`),
		Secrets: map[string]string{"key": "a-very-secret-key"}, On: true, Reason: "新签合同",
	}
}

// A change that was asked for while a row was in use does not bring the row back
// after one person took it out of use: the second person was not told of that.
func TestWhatIsTakenOutOfUseStaysOutOfUse(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		if err := o.approve(o.bo, o.ask(o.anna, gatewayOrder())); err != nil {
			t.Fatal(err)
		}
		change := gatewayOrder()
		change.New, change.Base, change.Value = false, 1, json.RawMessage(`{"address":"https://pay.example/v2"}`)
		id := o.ask(o.anna, change)
		if err := o.Off(t.Context(), o.bo, "pay.gateway", "one", "密钥泄露"); err != nil {
			t.Fatal(err)
		}
		if err := o.approve(o.bo, id); !errors.Is(err, staff.ErrDecided) {
			t.Errorf("approved after it was taken out of use: %v", err)
		}
		if len(o.put) != 1 {
			t.Errorf("stored: %+v", o.put)
		}
	})
}

// Versions without an approval do not push the one in force off the screen.
func TestTheVersionInForceIsShownBehindManyThatNobodyApproved(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		if err := o.approve(o.bo, o.ask(o.anna, o.order(0, `{"most":20000,"note":""}`))); err != nil {
			t.Fatal(err)
		}
		for i := range 51 {
			id := o.ask(o.anna, o.order(1, fmt.Sprintf(`{"most":%d,"note":""}`, 30000+i)))
			if _, err := o.Staff.Withdraw(t.Context(), o.anna, id, "填写有误"); err != nil {
				t.Fatal(err)
			}
		}
		shown, err := o.List(t.Context(), o.d, "cashier.second")
		if err != nil || shown[0].Version != 1 || string(shown[0].Value) != `{"most":20000,"note":""}` {
			t.Errorf("shown: %+v, %v", shown, err)
		}
		history, _, err := o.History(t.Context(), o.d, "cashier.second", "", staff.Page{})
		if err != nil || history[len(history)-1].Lines[0].Value != "200.00元 → 300.01元" {
			t.Errorf("the oldest version that is shown is compared with another one: %+v, %v", history[len(history)-1], err)
		}
	})
}

// A key that no database stores is no item.
func TestAKeyThatCannotBeStoredIsNoItem(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		order := gatewayOrder()
		order.New, order.Key = false, "a\x00b"
		if _, err := o.Ask(t.Context(), o.anna, order); !errors.Is(err, setting.ErrItem) {
			t.Errorf("%v", err)
		}
	})
}
