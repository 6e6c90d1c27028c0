package chains

import (
	"encoding/json"
	"io"
	"math/big"
	"net/http"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const maxBody = 64 << 10

// met takes the fault that waits for a call and plays its first act; done means
// that nothing more is to be answered.
func (c *Chain) met(w http.ResponseWriter, call faults.Call) (fault faults.Fault, done bool) {
	skip := []faults.Kind{faults.PlayerInGame, faults.Late}
	if call == faults.Balance {
		skip = append(skip, faults.Duplicate, faults.Processing, faults.WrongAmount)
	}
	if call == faults.Status {
		skip = append(skip, faults.Duplicate)
	}
	fault = c.Faults.Take("chain:"+c.Network, "", skip, call)
	return fault, faults.Begin(w, c.Stop, fault)
}

// spoil plays the last act of a fault instead of the answer; false when there
// is nothing to spoil.
func (c *Chain) spoil(w http.ResponseWriter, fault faults.Fault) bool {
	return c.Faults.End(w, c.Stop, fault, `{"jsonrpc":"2.0","id":98765,"result":{"status":"?"},"data":[{}],"success":"maybe"}`)
}

// told is a transfer as it is told, which a fault makes differ from what is.
type told struct {
	books.ChainTransfer
	amount  *big.Int
	removed bool
}

// tell makes what is told of a list.
func (c *Chain) tell(list []books.ChainTransfer, fault faults.Fault) []told {
	all := make([]told, len(list))
	for i, t := range list {
		all[i] = told{ChainTransfer: t, amount: big.NewInt(int64(t.Amount)), removed: fault.Kind == faults.Processing}
		switch fault.Kind {
		case faults.WrongAmount:
			all[i].amount.Add(all[i].amount, big.NewInt(1))
		case faults.WrongUnit: // eighteen decimals for six
			all[i].amount.Mul(all[i].amount, big.NewInt(1_000_000_000_000))
		case faults.WrongOrder:
			all[i].Tx = another(t.Tx)
		case faults.SayFailed:
			all[i].Failed = true
		case faults.SayDone:
			all[i].Failed = false
		}
	}
	if fault.Kind == faults.Duplicate {
		all = append(all, all...)
	}
	return all
}

// another is the number of another transaction.
func another(tx string) string {
	last := byte('7')
	if tx[len(tx)-1] == last {
		last = '3'
	}
	return tx[:len(tx)-1] + string(last)
}

// answer writes JSON with a status.
func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// broken is the sandbox's own failure.
func (c *Chain) broken(w http.ResponseWriter, err error) {
	c.Log.Error("sandbox chain failed", "chain", c.Network, "err", err)
	answer(w, http.StatusInternalServerError, map[string]string{"Error": "internal"})
}

// call is a JSON-RPC request.
type call struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

func readCall(r *http.Request) (q call, ok bool) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody))
	return q, err == nil && json.Unmarshal(body, &q) == nil && len(q.ID) > 0
}

// text and number read a parameter; what is not there is nothing.
func (q call) text(i int) (s string) {
	if i < len(q.Params) {
		_ = json.Unmarshal(q.Params[i], &s)
	}
	return s
}

func (q call) number(i int, otherwise int64) int64 {
	if i < len(q.Params) {
		_ = json.Unmarshal(q.Params[i], &otherwise)
	}
	return otherwise
}

func (q call) result(w http.ResponseWriter, result any) {
	answer(w, http.StatusOK, map[string]any{"jsonrpc": "2.0", "id": q.ID, "result": result})
}

func (q call) refuse(w http.ResponseWriter, status, code int, why string) {
	answer(w, status, map[string]any{"jsonrpc": "2.0", "id": q.ID, "result": nil, "error": map[string]any{"code": code, "message": why}})
}
