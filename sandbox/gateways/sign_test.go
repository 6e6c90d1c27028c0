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
	for _, v := range []struct{ text, sign string }{
		{"pay_amount=100.00&pay_applydate=2023-11-14 22:13:20&pay_bankcode=903&pay_callbackurl=https://pay.example/return&pay_memberid=10001&pay_notifyurl=https://pay.example/notify&pay_orderid=D20231114000001",
			"EE3AA657B3150337D08E29C6F48947D0"},
		{"amount=100.00&datetime=20231114221420&memberid=10001&orderid=D20231114000001&returncode=00&transaction_id=P900001",
			"8F77E90C62793253BF008A9689A33798"},
	} {
		values, err := url.ParseQuery(v.text)
		if err != nil {
			t.Fatal(err)
		}
		values.Set("attach", "not signed")
		if got := signUpper(values, "demoPayKey"); got != v.sign {
			t.Errorf("sign(%s) = %s, want %s", v.text, got, v.sign)
		}
	}
	for _, v := range []struct {
		fields map[string]string
		sign   string
	}{
		{map[string]string{"amount": "100", "notify_url": "https://pay.example/notify", "order_id": "D20231114000001", "redirect_url": "https://pay.example/return"},
			"98c318328b1be8c24b6a85fb7f0725f4"},
		{map[string]string{"actual_amount": "15.63", "amount": "100", "block_transaction_id": "ab12", "order_id": "D20231114000001", "status": "2", "token": "TADDR", "trade_id": "U900001"},
			"d9b90b5d15a057576798845ca79ee976"},
	} {
		v.fields["signature"] = "not signed"
		if got := signPlain(v.fields, "demoToken"); got != v.sign {
			t.Errorf("sign(%v) = %s, want %s", v.fields, got, v.sign)
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
