package chains

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const tronPage = 200

// tronKey asks for TronGrid's key; false when the caller was sent away.
func (c *Chain) tronKey(w http.ResponseWriter, r *http.Request) bool {
	if c.Key == "" || r.Header.Get("TRON-PRO-API-KEY") == c.Key {
		return true
	}
	answer(w, http.StatusUnauthorized, map[string]string{"Error": "ApiKey not exists"})
	return false
}

// tronList answers /v1/accounts/{address}/transactions/trc20.
func (c *Chain) tronList(w http.ResponseWriter, r *http.Request) {
	if !c.tronKey(w, r) {
		return
	}
	fault, done := c.met(w, faults.Records)
	if done {
		return
	}
	rows, next, err := c.tronRows(r, fault)
	switch {
	case c.spoil(w, fault):
	case fault.Kind == faults.Refuse:
		answer(w, http.StatusTooManyRequests, map[string]string{"Error": "The key exceeds the frequency limit"})
	case err != nil:
		answer(w, http.StatusBadRequest, map[string]any{"success": false, "error": err.Error(), "statusCode": http.StatusBadRequest})
	default:
		meta := map[string]any{"at": c.Clock.Now().UnixMilli(), "page_size": len(rows)}
		if next != "" {
			meta["fingerprint"] = next
		}
		answer(w, http.StatusOK, map[string]any{"data": rows, "success": true, "meta": meta})
	}
}

func (c *Chain) tronRows(r *http.Request, fault faults.Fault) (rows []map[string]any, next string, err error) {
	q := r.URL.Query()
	to, err := parseAddress(TRC20, r.PathValue("address"))
	if err != nil {
		return nil, "", err
	}
	since, _ := strconv.ParseInt(q.Get("min_timestamp"), 10, 64)
	limit, _ := strconv.Atoi(q.Get("limit"))
	if limit < 1 || limit > tronPage {
		limit = 20
	}
	skip := 0
	if text := q.Get("fingerprint"); text != "" {
		if skip, err = strconv.Atoi(strings.TrimPrefix(text, "after")); err != nil || skip < 0 {
			return nil, "", fmt.Errorf("invalid fingerprint")
		}
	}
	height, _, err := c.tip(r.Context())
	if err != nil {
		return nil, "", err
	}
	list, err := c.Books.ChainTo(r.Context(), TRC20, to, time.UnixMilli(since))
	if err != nil {
		return nil, "", err
	}
	top := height
	if q.Get("only_confirmed") == "true" {
		top = height - solidDepth
	}
	list = slices.DeleteFunc(list, func(t books.ChainTransfer) bool {
		other := q.Get("contract_address") != "" && q.Get("contract_address") != c.addressText(t.Token)
		return t.Block > top || t.Failed || other && fault.Kind != faults.WrongMerchant
	})
	if q.Get("order_by") != "block_timestamp,asc" {
		slices.Reverse(list)
	}
	if fault.Kind == faults.NotFoundFlap || fault.Kind == faults.Processing {
		list = nil
	}
	rows = []map[string]any{}
	end := min(skip+limit, len(list))
	if end < len(list) {
		next = "after" + strconv.Itoa(end)
	}
	for _, t := range c.tell(list[min(skip, len(list)):end], fault) {
		rows = append(rows, map[string]any{
			"transaction_id": t.Tx, "block_timestamp": t.At.UnixMilli(), "type": "Transfer", "value": t.amount.String(),
			"from": c.addressText(t.From), "to": c.addressText(t.To),
			"token_info": map[string]any{"symbol": "USDT", "name": "Tether USD", "decimals": 6, "address": c.addressText(t.Token)},
		})
	}
	return rows, next, nil
}

// tronInfo answers gettransactioninfobyid of the newest or the solidified chain.
func (c *Chain) tronInfo(w http.ResponseWriter, r *http.Request, solid bool) {
	if !c.tronKey(w, r) {
		return
	}
	var ask struct {
		Value string `json:"value"`
	}
	body, _ := io.ReadAll(io.LimitReader(r.Body, maxBody))
	bad := json.Unmarshal(body, &ask) != nil
	fault, done := c.met(w, faults.Status)
	if done {
		return
	}
	info, err := c.tronReceipt(r.Context(), ask.Value, solid, fault)
	switch {
	case c.spoil(w, fault):
	case fault.Kind == faults.Refuse || bad:
		answer(w, http.StatusTooManyRequests, map[string]string{"Error": "The key exceeds the frequency limit"})
	case err != nil:
		c.broken(w, err)
	default:
		answer(w, http.StatusOK, info)
	}
}

func (c *Chain) tronReceipt(ctx context.Context, tx string, solid bool, fault faults.Fault) (map[string]any, error) {
	height, _, err := c.tip(ctx)
	if err != nil {
		return nil, err
	}
	list, err := c.Books.ChainTx(ctx, TRC20, tx)
	top := height
	if solid && fault.Kind != faults.SayDone {
		top -= solidDepth
	}
	if err != nil || len(list) == 0 || list[0].Block > top || fault.Kind == faults.NotFoundFlap || fault.Kind == faults.Processing && solid {
		return map[string]any{}, err
	}
	all := c.tell(list, fault)
	info := map[string]any{
		"id": all[0].Tx, "blockNumber": all[0].Block, "blockTimeStamp": all[0].At.UnixMilli(), "fee": 13_844_850,
		"contractResult": []string{strings.Repeat("0", 64)}, "contract_address": "41" + all[0].Token,
		"receipt": map[string]any{"result": "SUCCESS", "energy_usage_total": 64_285},
	}
	if all[0].Failed {
		info["result"], info["resMessage"] = "FAILED", "52455645525420"
		info["receipt"] = map[string]any{"result": "REVERT", "energy_usage_total": 1_000}
		return info, nil
	}
	var logs []map[string]any
	for _, t := range all {
		logs = append(logs, map[string]any{
			"address": t.Token, "topics": []string{transferTopic, word(t.From), word(t.To)}, "data": fmt.Sprintf("%064x", t.amount),
		})
	}
	info["log"] = logs
	return info, nil
}

// tronNow answers getnowblock, of which only the number is of use here.
func (c *Chain) tronNow(w http.ResponseWriter, r *http.Request) {
	if !c.tronKey(w, r) {
		return
	}
	fault, done := c.met(w, faults.Balance)
	if done {
		return
	}
	height, at, err := c.tip(r.Context())
	hash, err2 := c.blockHash(r.Context(), height)
	if err == nil {
		err = err2
	}
	switch {
	case c.spoil(w, fault):
	case fault.Kind == faults.Refuse:
		answer(w, http.StatusTooManyRequests, map[string]string{"Error": "The key exceeds the frequency limit"})
	case err != nil:
		c.broken(w, err)
	default:
		answer(w, http.StatusOK, map[string]any{
			"blockID": hash, "block_header": map[string]any{"raw_data": map[string]any{"number": height, "timestamp": at.UnixMilli()}},
		})
	}
}

// tronBlock answers getblockbynum, of which only the number of the block is kept.
func (c *Chain) tronBlock(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Num int64 `json:"num"`
	}
	c.tronAsk(w, r, &ask, func(fault faults.Fault) (any, error) {
		if ask.Num == 0 {
			return map[string]any{"blockID": genesisOf(TRC20, fault)}, nil
		}
		hash, err := c.blockHash(r.Context(), ask.Num)
		return map[string]any{"blockID": hash}, err
	})
}

// tronConstant answers triggerconstantcontract for one question: the decimals of
// a token.
func (c *Chain) tronConstant(w http.ResponseWriter, r *http.Request) {
	var ask struct {
		Contract string `json:"contract_address"`
		Selector string `json:"function_selector"`
	}
	c.tronAsk(w, r, &ask, func(faults.Fault) (any, error) {
		to, err := parseAddress(TRC20, ask.Contract)
		if err != nil || to != c.token || ask.Selector != "decimals()" {
			return map[string]any{"result": map[string]any{"code": "CONTRACT_VALIDATE_ERROR"}}, nil //nolint:nilerr // as a node answers
		}
		return map[string]any{"result": map[string]any{"result": true}, "constant_result": []string{decimals}}, nil
	})
}

// tronAsk answers a question about the chain itself.
func (c *Chain) tronAsk(w http.ResponseWriter, r *http.Request, ask any, tell func(faults.Fault) (any, error)) {
	if !c.tronKey(w, r) {
		return
	}
	body, _ := io.ReadAll(io.LimitReader(r.Body, maxBody))
	bad := json.Unmarshal(body, ask) != nil
	fault, done := c.met(w, faults.Balance)
	if done {
		return
	}
	told, err := tell(fault)
	switch {
	case c.spoil(w, fault):
	case fault.Kind == faults.Refuse || bad:
		answer(w, http.StatusTooManyRequests, map[string]string{"Error": "The key exceeds the frequency limit"})
	case err != nil:
		c.broken(w, err)
	default:
		answer(w, http.StatusOK, told)
	}
}

const transferTopic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

// word is an address as an ABI word.
func word(hash string) string { return strings.Repeat("0", 24) + hash }
