package gateways

import (
	"net/url"
	"testing"
)

// The worked vectors of the convention: a gateway that signs otherwise would
// have its notices refused by every merchant.
func TestVectorsOfTheConvention(t *testing.T) {
	for _, v := range []struct{ text, sign string }{
		{"money=100.00&name=deposit&notify_url=https://pay.example/notify&out_trade_no=D20231114000001&pid=1001&return_url=https://pay.example/return&type=alipay",
			"759aaabcd0256728797d37b3817c4cb1"},
		{"money=100.00&name=deposit&out_trade_no=D20231114000001&pid=1001&trade_no=E900001&trade_status=TRADE_SUCCESS&type=alipay",
			"d87f787e26acae5546e7a4d0ba455d44"},
	} {
		values, err := url.ParseQuery(v.text)
		if err != nil {
			t.Fatal(err)
		}
		values.Set("param", "") // empty values are not signed
		if got := sign(values, "demoEpayKey"); got != v.sign {
			t.Errorf("sign(%s) = %s, want %s", v.text, got, v.sign)
		}
		if got := sign(signed(values, "demoEpayKey"), "demoEpayKey"); got != v.sign {
			t.Error("sign and sign_type must not be signed")
		}
	}
}

func TestNoticesGoToThisMachineOnly(t *testing.T) {
	for text, want := range map[string]bool{
		"http://127.0.0.1:8082/notify": true, "http://localhost:8082/n": true, "http://[::1]:9/n": true, "https://127.0.0.1/n": true,
		"http://10.0.0.1/n": false, "https://pay.example/n": false, "file:///etc/passwd": false, "": false,
		"http://127.0.0.1.example/n": false, "http://127.0.0.1@example.org/n": false, "//127.0.0.1/n": false,
	} {
		if got := loopbackURL(text); got != want {
			t.Errorf("loopbackURL(%q) = %v", text, got)
		}
	}
}
