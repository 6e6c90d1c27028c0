package adminapi_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

func picture(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 20, 10))); err != nil {
		t.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(out.Bytes())
}

// A question from the player's form to the answer of the desk and back, with a
// picture; another player and staff without the permission see nothing of it.
func TestAQuestionGoesFromPlayerToDeskAndBack(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ming, other := h.Register("ming"), h.Register("other")
		desk, risk, money := sit(t, h, "wu", "support"), sit(t, h, "risk", "risk"), sit(t, h, "fin", "finance")
		order := ming.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "500", "device_id", "1").Text("Data.order_sn")
		up := ming.Post("/v1/Do/TicketPictureAction", "picture", picture(t))
		if !up.OK() || up.Text("Data.Width") != "20" {
			t.Fatal(up)
		}
		asked := ming.Post("/v1/Do/TicketOpenAction", "kind", "deposit", "text", "没有到账\n<script>alert(1)</script>", "about", "deposit", "ref", order, "pictures", up.Text("Data.Id"))
		id := asked.Text("Data.Id")
		if !asked.OK() || asked.Text("Data.State") != "open" || id == "" {
			t.Fatal(asked)
		}
		for what, r := range map[string]apptest.Reply{
			"reads":             other.Post("/v1/Select/TicketThread", "id", id),
			"writes":            other.Post("/v1/Do/TicketReplyAction", "id", id, "text", "偷看"),
			"rates":             other.Post("/v1/Do/TicketRateAction", "id", id, "score", "1"),
			"sees its picture":  other.Post("/v1/Select/TicketPicture", "id", up.Text("Data.Id")),
			"reads by its case": other.Post("/v1/Select/TicketThread", "id", strings.ToUpper(id)),
		} {
			if r.Status != http.StatusNotFound {
				t.Errorf("another player %s: %s", what, r)
			}
		}
		if r := other.Post("/v1/Do/TicketOpenAction", "kind", "deposit", "text", "别人的单号", "about", "deposit", "ref", order); r.OK() {
			t.Errorf("another player's order: %s", r)
		}
		if r := ming.Post("/v1/Do/TicketOpenAction", "kind", "other", "text", "a\x00b"); r.Status != http.StatusBadRequest {
			t.Errorf("a text that hides something: %s", r)
		}
		if r := ming.Post("/v1/Do/TicketPictureAction", "picture", strings.Repeat("A", 3<<20)); r.Status != http.StatusRequestEntityTooLarge {
			t.Errorf("a huge upload: %s", r)
		}
		if r := ming.Post("/v1/Do/TicketPictureAction", "picture", base64.RawURLEncoding.EncodeToString([]byte("<svg onload=alert(1)>"))); r.Status != http.StatusBadRequest {
			t.Errorf("a disguised picture: %s", r)
		}

		expect(t, money.get("/tickets"), http.StatusForbidden)
		expect(t, risk.get("/tickets?state=queue"), http.StatusOK, "total", "1", "items.0.id", id)
		expect(t, risk.post("/tickets/"+id+"/take", map[string]any{"over": false}), http.StatusForbidden)
		expect(t, desk.get("/badges"), http.StatusOK, "tickets", "1")
		expect(t, desk.get("/tickets/"+id), http.StatusOK, "ref", order, "entries.0.text", "没有到账\n<script>alert(1)</script>", "entries.0.side", "player")
		if r := expect(t, desk.get("/tickets/"+id+"/pictures/"+up.Text("Data.Id")), http.StatusOK); !strings.HasPrefix(r.at("picture"), "data:image/jpeg;base64,") {
			t.Errorf("picture: %s", r)
		}
		expect(t, desk.get("/tickets/none/pictures/"+up.Text("Data.Id")), http.StatusNotFound)
		expect(t, desk.post("/tickets/"+id+"/take", map[string]any{"over": false}), http.StatusOK, "mine", "true")
		expect(t, desk.post("/tickets/"+id+"/note", map[string]any{"text": "疑似重复付款"}), http.StatusOK)
		expect(t, desk.post("/tickets/"+id+"/answer", map[string]any{"text": "已核实", "last": "old", "solve": false}), http.StatusConflict)
		expect(t, desk.post("/tickets/"+id+"/answer", map[string]any{"text": "已核实，请查看", "last": id, "solve": true}), http.StatusOK, "state", "solved")

		inbox := ming.Post("/v1/Select/InboxItems")
		if !strings.Contains(string(inbox.Raw), `"About":"ticket","Ref":"`+id+`"`) {
			t.Errorf("the player is not told: %s", inbox)
		}
		thread := ming.Post("/v1/Select/TicketThread", "id", id)
		if !strings.Contains(string(thread.Raw), "已核实，请查看") || strings.Contains(string(thread.Raw), "疑似重复付款") || strings.Contains(string(thread.Raw), `"wu"`) {
			t.Errorf("the thread: %s", thread)
		}
		if r := ming.Post("/v1/Do/TicketRateAction", "id", id, "score", "5", "comment", "很好"); !r.OK() {
			t.Error(r)
		}
		expect(t, desk.get("/tickets/"+id), http.StatusOK, "score", "5", "comment", "很好")
		if r := ming.Post("/v1/Do/TicketReplyAction", "id", id, "text", "又有问题"); !r.OK() || r.Text("Data.State") != "reopened" {
			t.Error(r)
		}
		expect(t, sit(t, h, "boss", "owner").get("/audit?subject=ticket:"+id), http.StatusOK, "total", "3")
	})
}

// Help articles are written by those who edit contents, and read and searched by everybody.
func TestHelpArticlesAreWrittenReadAndSearched(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		editor, visitor := sit(t, h, "ed", "editor"), h.Visitor()
		article := map[string]any{"topic": "deposit", "title": "如何存款", "text": "## 到账\n- 一分钟内", "position": 10, "published": true}
		expect(t, sit(t, h, "fin", "finance").post("/content/articles", article), http.StatusForbidden)
		id := expect(t, editor.post("/content/articles", article), http.StatusOK).at("id")
		h.Clock.Advance(minute)
		draft := map[string]any{"topic": "vip", "title": "草稿", "text": "还没写完", "position": 20, "published": false}
		draftID := expect(t, editor.post("/content/articles", draft), http.StatusOK).at("id")
		for _, wrong := range []map[string]any{
			{"topic": "none", "title": "标题", "text": "正文", "position": 1, "published": true},
			{"topic": "vip", "title": "", "text": "正文", "position": 1, "published": true},
			{"topic": "vip", "title": "标题", "text": "a\u202eb", "position": 1, "published": true},
		} {
			expect(t, editor.post("/content/articles", wrong), http.StatusBadRequest)
		}
		found := func(q string) string { return string(visitor.Get("/v1/PubInterface/HelpItems", "q", q).Raw) }
		if text := found(""); !strings.Contains(text, "如何存款") || strings.Contains(text, "草稿") {
			t.Errorf("all: %s", text)
		}
		if text := found("一分钟 存款"); !strings.Contains(text, "如何存款") {
			t.Errorf("two words: %s", text)
		}
		if text := found("一分钟 提款"); strings.Contains(text, "如何存款") {
			t.Errorf("a word it has not: %s", text)
		}
		if r := visitor.Get("/v1/PubInterface/HelpItem", "id", id); !r.OK() || r.Text("Data.Text") != "## 到账\n- 一分钟内" {
			t.Error(r)
		}
		if r := visitor.Get("/v1/PubInterface/HelpItem", "id", draftID); r.Status != http.StatusNotFound {
			t.Errorf("a visitor reads a draft: %s", r)
		}
		expect(t, editor.post("/content/articles/order", placed(1, draftID, id)), http.StatusNoContent)
		expect(t, editor.get("/content/articles"), http.StatusOK, "items.0.title", "草稿", "items.0.state", "draft")
		expect(t, editor.post("/content/articles/"+id+"/remove", gone("内容过期", 1)), http.StatusNoContent)
		if r := visitor.Get("/v1/PubInterface/HelpItem", "id", id); r.Status != http.StatusNotFound {
			t.Errorf("after the removal: %s", r)
		}
	})
}
