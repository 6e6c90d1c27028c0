package adminapi_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/staff/login"
)

// The keys of a contract that is entered on the screen. None of them may be found anywhere.
const (
	secretDES = "screen-des-key-1"
	secretMD5 = "screen-md5-secret"
)

// entry is a contract of the KY protocol with the simulated company.
func entry(h *apptest.House) map[string]any {
	return map[string]any{"protocol": "ky", "reason": "新签合同", "values": map[string]string{
		"baseURL": h.Sandbox + "/venues/ky/channelHandle", "recordURL": h.Sandbox + "/venues/ky/getRecordHandle",
		"agent": "70009", "desKey": secretDES, "md5Key": secretMD5,
	}}
}

// proven shows a fresh code of the authenticator.
func proven(d *desk) *desk {
	d.t.Helper()
	d.h.Clock.Advance(minute)
	expect(d.t, d.post("/step-up", map[string]any{"code": d.code()}), 204)
	return d
}

// stored is whether any row of a table has a text.
func stored(t *testing.T, h *apptest.House, table, column, text string) bool {
	t.Helper()
	var rows []string
	if err := h.DB.NewRaw("SELECT CAST("+column+" AS TEXT) FROM "+table).Scan(t.Context(), &rows); err != nil {
		t.Fatal(err)
	}
	return strings.Contains(strings.Join(rows, "\n"), text)
}

// lockedBuffer is a log that several goroutines write.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// One owner enters a contract and another one approves it: sentences name the fields
// and never their values, which are in no answer, no log and no row but the sealed one.
func TestAContractIsEnteredByTwoPeople(t *testing.T) {
	log := &lockedBuffer{}
	quiet := func(c *app.Config) {
		c.Log = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		answers := ""
		heard := func(r reply, status int, fields ...string) reply {
			t.Helper()
			answers += string(r.Raw)
			return expect(t, r, status, fields...)
		}
		heard(boss.get("/venues/im/contract"), 200, "inFile", "false", "running", "0", "restart", "false", "versions", "[]", "approvalId", "null")
		h.Clock.Advance(login.StepUpLimit)
		heard(boss.post("/venues/im/contract", entry(h)), 403, "code", "staff.step_up")
		proven(boss)
		id := heard(boss.post("/venues/im/contract", entry(h)), 202, "status", "waiting").at("approvalId")
		heard(boss.post("/venues/im/contract", entry(h)), 409, "code", "staff.request_open")
		heard(boss.get("/venues/im/contract"), 200, "approvalId", id, "versions.0.version", "1", "versions.0.host", strings.TrimPrefix(h.Sandbox, "http://"),
			"versions.0.approvedAt", "null", "versions.0.madeBy", "boss", "restart", "false")

		heard(boss.post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
		request := heard(second.get("/approvals?state=pending"), 200, "items.0.kind", "venue.contract", "items.0.details.1.value", "ky",
			"items.0.details.3.value", "接口地址、注单接口地址、代理号（agent）、DES 密钥、MD5 密钥", "items.0.details.5.value", "无", "items.0.details.7.value", "通过后，在服务下次启动时生效")
		if strings.Contains(string(request.Raw), "70009") || strings.Contains(string(request.Raw), "channelHandle") {
			t.Errorf("the request names values: %s", request)
		}
		heard(second.post("/approvals/"+id+"/approve", nil), 403, "code", "staff.step_up")
		heard(proven(second).post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
		heard(boss.get("/venues/im/contract"), 200, "restart", "true", "running", "0", "versions.0.approvedBy", "lin")
		heard(boss.get("/audit?action=venue.contract"), 200, "total", "1", "items.0.after.version", "1")
		heard(boss.get("/audit"), 200)
		heard(boss.get("/venues/im"), 200, "hasAdapter", "false")

		for _, key := range []string{secretDES, secretMD5, "70009"} {
			if strings.Contains(answers, key) || strings.Contains(log.String(), key) {
				t.Errorf("%s is in an answer or in the log", key)
			}
			for _, place := range []string{"staff_approval payload", "staff_approval details", "staff_audit after", "venue_contract sealed", "venue_contract fields", "venue_contract host"} {
				table, column, _ := strings.Cut(place, " ")
				if column == "after" {
					column = `"after"`
				}
				if stored(t, h, table, column, key) {
					t.Errorf("%s is in %s", key, place)
				}
			}
		}
	}, quiet)
}

// Four eyes are two human beings: another account of the one who entered a contract does not approve it.
func TestASecondAccountOfTheSamePersonApprovesNoContract(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		twin := boss.twin("owner")
		id := expect(t, proven(boss).post("/venues/im/contract", entry(h)), 202).at("approvalId")
		expect(t, proven(twin).post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, boss.get("/venues/im/contract"), 200, "versions.0.approvedAt", "null")
	})
}

// What does not fit the protocol is refused with the name of the field, and no value.
func TestAContractThatDoesNotFitIsRefused(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		proven(boss)
		change := func(name, value string) map[string]any {
			e := entry(h)
			if e["values"].(map[string]string)[name] = value; value == "" {
				delete(e["values"].(map[string]string), name)
			}
			return e
		}
		for _, tc := range []struct{ name, value, code string }{
			{"desKey", "short", "venue.contract_field"}, {"baseURL", "ftp:/x", "venue.contract_field"}, {"baseURL", "https://u:p@example.com/x", "venue.contract_field"},
			{"md5Key", "", "venue.contract_missing"}, {"agent", "a\nb", "venue.contract_field"}, {"agent", "不是数字", "venue.contract_form"}, {"token", "x", "venue.protocol"},
		} {
			r := expect(t, boss.post("/venues/im/contract", change(tc.name, tc.value)), 400, "code", tc.code)
			if tc.value != "" && len(tc.value) > 3 && strings.Contains(string(r.Raw), tc.value) {
				t.Errorf("the refusal names the value: %s", r)
			}
		}
		other := entry(h)
		other["protocol"] = "gopher"
		expect(t, boss.post("/venues/im/contract", other), 400, "code", "venue.protocol")
		expect(t, boss.post("/venues/atlantis/contract", entry(h)), 404, "code", "admin.no_venue")
		expect(t, sit(t, h, "wang", "risk").post("/venues/im/contract", entry(h)), 403, "code", "staff.denied")

		id := expect(t, boss.post("/venues/im/contract", entry(h)), 202).at("approvalId")
		expect(t, proven(second).post("/approvals/"+id+"/approve", nil), 200)
		proven(boss)
		expect(t, boss.post("/venues/im/contract", map[string]any{"protocol": "ky", "base": 1, "reason": "换密钥", "values": map[string]string{}}), 409, "code", "venue.contract_same")
		// Whoever names another host must have the keys: they do not follow it.
		moved := map[string]any{"protocol": "ky", "base": 1, "reason": "换地址", "values": map[string]string{"baseURL": "https://evil.example.com/channelHandle"}}
		expect(t, boss.post("/venues/im/contract", moved), 400, "code", "venue.contract_keys")
		whole := map[string]any{"protocol": "ky", "base": 1, "reason": "换密钥", "whole": true, "values": map[string]string{"md5Key": "another-md5-key"}}
		expect(t, boss.post("/venues/im/contract", whole), 400, "code", "venue.contract_missing")
		some := map[string]any{"protocol": "ky", "base": 1, "reason": "换密钥", "values": map[string]string{"md5Key": "another-md5-key", "prefix": "hy"}}
		expect(t, boss.post("/venues/im/contract", some), 202)
		r := expect(t, second.get("/approvals?state=pending"), 200, "items.0.details.3.value", "MD5 密钥、账号前缀", "items.0.details.5.value",
			"接口地址、注单接口地址、代理号（agent）、DES 密钥")
		if !strings.Contains(fmt.Sprint(r.Body), "已有玩家将登录不了") {
			t.Errorf("nobody warns of the prefix: %s", r)
		}
	})
}

// Two people open one contract. Who asks after the other's was approved hears of it, and
// nothing of the newer contract is overwritten; with the new base the same form is accepted.
func TestAContractThatSomebodyElseChangedIsNotOverwrittenUnseen(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		agreed := func(maker, checker *desk, body map[string]any) {
			t.Helper()
			id := expect(t, proven(maker).post("/venues/im/contract", body), 202).at("approvalId")
			expect(t, proven(checker).post("/approvals/"+id+"/approve", nil), 200)
		}
		key := func(base int, field, value string) map[string]any {
			return map[string]any{"protocol": "ky", "base": base, "reason": "换密钥", "values": map[string]string{field: value}}
		}
		agreed(boss, second, entry(h))
		expect(t, second.get("/venues/im/contract"), 200, "base", "1")
		agreed(boss, second, key(1, "md5Key", "md5-of-boss"))
		late := expect(t, proven(second).post("/venues/im/contract", key(1, "desKey", "des-key-of-lin-1")), 409, "code", "venue.contract_base")
		if text := late.at("message"); !strings.Contains(text, "boss、lin已于") || !strings.Contains(text, "改为第2版") {
			t.Error(text)
		}
		expect(t, second.post("/venues/im/contract", key(3, "desKey", "des-key-of-lin-1")), 409, "code", "venue.contract_base_gone")
		expect(t, second.get("/venues/im/contract"), 200, "base", "2", "versions.0.version", "2", "approvalId", "null")
		agreed(second, boss, key(2, "desKey", "des-key-of-lin-1"))
	})
}
