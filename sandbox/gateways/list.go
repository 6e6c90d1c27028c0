package gateways

import (
	"net/http"
	"slices"
	"strconv"

	"hongyun/internal/calendar"
	"hongyun/sandbox/books"
)

// listMost is how many orders a page of the list has at the most.
const listMost = 50

// list answers api.php?act=orders: the merchant's orders, the newest first.
func (e *epay) list(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("pid") != e.PID || !same(q.Get("key"), e.Key) {
		e.say(w, refusal("商户密钥错误"))
		return
	}
	all, err := e.Books.PayOrders(r.Context())
	if err != nil {
		e.say(w, err)
		return
	}
	all = slices.DeleteFunc(all, func(o books.PayOrder) bool { return o.Gateway != e.Code })
	slices.Reverse(all)
	limit, _ := strconv.Atoi(q.Get("limit"))
	if limit < 1 || limit > listMost {
		limit = listMost
	}
	page, _ := strconv.Atoi(q.Get("page"))
	from := min((max(page, 1)-1)*limit, len(all))
	rows := []map[string]any{}
	for _, o := range all[from:min(from+limit, len(all))] {
		row := map[string]any{
			"trade_no": o.TradeNo, "out_trade_no": o.OrderNo, "api_trade_no": "", "type": o.Type, "pid": e.PID, "name": o.Name,
			"addtime": calendar.Stamp(o.CreatedAt), "endtime": "", "money": o.Charged.String(), "status": 0,
		}
		if o.Paid > 0 {
			row["money"], row["status"], row["endtime"] = o.Paid.String(), 1, calendar.Stamp(o.PaidAt)
		}
		rows = append(rows, row)
	}
	writeJSON(w, map[string]any{"code": 1, "msg": "succ", "data": rows})
}
