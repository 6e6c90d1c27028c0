package apptest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/calendar"
	"hongyun/internal/db/dbtest"
)

// cashier B19: the doctor names a chain whose node serves another network.
func TestTheDoctorAsksWhichNetworkANodeServes(t *testing.T) {
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			ID     int64  `json:"id"`
			Method string `json:"method"`
		}
		_ = json.NewDecoder(r.Body).Decode(&call)
		_ = json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": "0xaa36a7"}) // Sepolia
	}))
	defer node.Close()
	c := app.Config{
		Database: dbtest.SQLite(t), DataKey: []byte("0123456789abcdef0123456789abcdef"), Clock: calendar.System(),
		Listen:          app.Addresses{Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0"},
		ReqTokenSecrets: []string{ReqTokenSecret}, Log: dbtest.Quiet(),
		Companies: company.Companies{Chains: []company.ChainContract{{Network: "erc20", URL: node.URL}}},
	}
	for _, f := range app.Doctor(t.Context(), c) {
		if f.What == "chain: erc20" {
			if f.OK || !strings.Contains(f.Found, "chain id is 11155111, want 1") {
				t.Errorf("%+v", f)
			}
			return
		}
	}
	t.Error("the doctor does not look at the node")
}
