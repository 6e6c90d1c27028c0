package adminapi_test

import (
	"bytes"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/upload/uploadtest"
)

// uploadFile sends a file as the back office does.
func (d *desk) uploadFile(kind, name string, file []byte) reply {
	d.t.Helper()
	r := d.request(http.MethodPost, "/uploads/"+kind+"?name="+url.QueryEscape(name), nil)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(file)), int64(len(file))
	r.Header.Set("Content-Type", "application/octet-stream")
	return d.send(r)
}

// fetched is an answer of the player site.
func fetched(t *testing.T, h *apptest.House, method, address string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, h.URL("player")+address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err := answer.Body.Close(); err != nil {
		t.Fatal(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body)
}

// What staff upload is served to everybody with headers under which nothing in it can
// run, and content takes its address. An address without a file is not saved.
func TestAnUploadedPictureIsServedToEverybodyAndSavedInABanner(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "editor", "editor")
		address := expect(t, d.uploadFile("picture", "横幅.png", uploadtest.PNG(t, 1200, 400, 1)), 200, "width", "1200", "height", "400", "name", "横幅.png").at("address")
		got, body := fetched(t, h, http.MethodGet, address)
		for name, want := range map[string]string{
			"Content-Type": "image/png", "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
			"Cache-Control": "public, max-age=31536000, immutable", "Content-Disposition": "inline",
		} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %q", name, got.Header.Get(name))
			}
		}
		if got.StatusCode != 200 || !strings.HasPrefix(body, "\x89PNG") {
			t.Errorf("%d, %d bytes", got.StatusCode, len(body))
		}
		if got, body := fetched(t, h, http.MethodHead, address); got.StatusCode != 200 || body != "" || got.ContentLength <= 0 {
			t.Errorf("HEAD: %d, %d", got.StatusCode, got.ContentLength)
		}
		if got, body := fetched(t, h, http.MethodPost, address); got.StatusCode != 405 {
			t.Errorf("POST: %d %s", got.StatusCode, body)
		}
		expect(t, d.post("/content/banners", aBanner("", address)), 200)
		missing := "/files/" + strings.Repeat("0", 64) + ".png"
		expect(t, d.post("/content/banners", aBanner("", missing)), 400, "code", "upload.gone")
		for _, none := range []string{missing, address + "x", "/files/", "/files/../etc", strings.TrimSuffix(address, "png") + "apk"} {
			if got, body := fetched(t, h, http.MethodGet, none); got.StatusCode != 404 || got.Header.Get("Cache-Control") == "public, max-age=31536000, immutable" {
				t.Errorf("%s: %d %s", none, got.StatusCode, body)
			}
		}
	})
}

// An app is saved by browsers under the name it was sent with.
func TestAnUploadedAppIsDownloaded(t *testing.T) {
	h := one(t)
	d := sit(t, h, "owner", "owner")
	apk := uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Part{Name: "classes.dex", Data: bytes.Repeat([]byte("dex"), 400_000)})
	address := expect(t, d.uploadFile("package", "鸿运 1.2.apk", apk), 200, "width", "0").at("address")
	got, body := fetched(t, h, http.MethodGet, address)
	if got.Header.Get("Content-Type") != "application/vnd.android.package-archive" || !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment; ") || body != string(apk) {
		t.Errorf("%v, %d bytes", got.Header, len(body))
	}
	expect(t, proven(d).post("/content/downloads", map[string]any{"items": []any{map[string]any{"name": "Android", "link": address}}, "reason": "发布应用"}), 200, "status", "done")
}

// Who may not change what a file is for may not upload it, and wrong files are named.
func TestUploadsAreRefusedInWords(t *testing.T) {
	h := one(t)
	editor, support := sit(t, h, "editor", "editor"), sit(t, h, "support", "support")
	png := uploadtest.PNG(t, 20, 20, 1)
	for kind, may := range map[string]int{"picture": 200, "payment": 403, "brand": 403, "package": 403} {
		expect(t, editor.uploadFile(kind, "a.png", png), may)
	}
	expect(t, support.uploadFile("picture", "a.png", png), 403)
	expect(t, editor.uploadFile("video", "a.png", png), 404)
	expect(t, editor.uploadFile("picture", "a.svg", []byte("<svg><script>alert(1)</script></svg>")), 400, "code", "upload.picture")
	expect(t, editor.uploadFile("picture", "a.png", nil), 400, "code", "upload.empty")
	expect(t, editor.uploadFile("picture", "a.png", append(png, make([]byte, 5<<20)...)), 413, "code", "upload.large")
	expect(t, editor.uploadFile("picture", strings.Repeat("a", 300), png), 400, "code", "admin.input")
	r := editor.request(http.MethodPost, "/uploads/picture", png)
	r.Header.Set("Content-Type", "image/png")
	expect(t, editor.send(r), 415, "code", "admin.file_type")
}

// The code that payers scan belongs to the account that two people agreed on: it is
// shown on orders of that account, and one that was exchanged in the database gets no money.
func TestTheCodeOfAnAccountIsShownOnItsOrdersAndBoundToIt(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		address := expect(t, boss.uploadFile("payment", "code.png", uploadtest.PNG(t, 300, 300, 1)), 200).at("address")
		other := expect(t, boss.uploadFile("payment", "other.png", uploadtest.PNG(t, 300, 300, 2)), 200).at("address")
		agreed(boss, second, "pay.method", methodEntry("bank", "网银转账"))
		agreed(boss, second, "pay.channel", channelEntry("transfer", "bank", "Bank", "", ""))
		withCode := func(code string) map[string]any {
			e := accountEntry()
			e["value"].(map[string]any)["code"] = code
			return e
		}
		for _, wrong := range []string{"https://evil.example/code.png", "/art/banner-1.svg", "/files/x.png", "data:image/png;base64,AAAA", strings.TrimSuffix(address, "png") + "apk"} {
			expect(t, proven(boss).post("/settings/pay.account", withCode(wrong)), 400, "code", "setting.field")
		}
		agreed(boss, second, "pay.account", withCode(address))
		b := h.Register("ming")
		r := b.Post("/v1/Do/CallDepositPay", "payment_id", "1", "amount", "800", "device_id", "1")
		if !r.OK() || r.Text("Data.bank.Code") != address {
			t.Errorf("an order of the account: %s", r)
		}
		sn := r.Text("Data.order_sn")
		if err := exec(t, h, "UPDATE company_bank SET code = '"+other+"'"); err != nil {
			t.Fatal(err)
		}
		if r := b.Post("/v1/Do/CallDepositPay", "payment_id", "1", "amount", "900", "device_id", "1"); r.OK() {
			t.Errorf("an order whose code was exchanged: %s", r)
		}
		if r := b.Post("/v1/Do/DepositOrder", "OrderSn", sn); !r.OK() || r.Text("Data.bank.Code") != "" {
			t.Errorf("an order from before, whose code was exchanged: %s", r)
		}
	}, bare)
}
