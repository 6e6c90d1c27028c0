package hub88

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	currency = "CNY"
	country  = "CN"

	// unit is one fen in the vendor's amounts, of which 100000 are a yuan.
	unit = 1000

	textLimit = 128 // bytes of a text

	// amountMost is the largest amount in fen: more is a wrong unit (trust MON-6).
	amountMost = 1_000_000_000 * money.Yuan
)

var (
	gameCode = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,100}$`)
	plainID  = regexp.MustCompile(`^[A-Za-z0-9_.:-]{1,100}$`)
)

// kinds are the calls by their paths.
var kinds = map[string]venue.SeamlessKind{
	"user/info": venue.SeamlessUser, "user/balance": venue.SeamlessBalance,
	"transaction/bet": venue.SeamlessBet, "transaction/win": venue.SeamlessWin, "transaction/rollback": venue.SeamlessRollback,
}

// statuses are the vendor's words for our verdicts.
var statuses = map[venue.Verdict]string{
	venue.VerdictUnknown: "RS_ERROR_UNKNOWN", venue.VerdictOK: "RS_OK", venue.VerdictSignature: "RS_ERROR_INVALID_SIGNATURE",
	venue.VerdictSyntax: "RS_ERROR_WRONG_SYNTAX", venue.VerdictTypes: "RS_ERROR_WRONG_TYPES", venue.VerdictClosed: "RS_ERROR_INVALID_PARTNER",
	venue.VerdictToken: "RS_ERROR_INVALID_TOKEN", venue.VerdictTokenExpired: "RS_ERROR_TOKEN_EXPIRED", venue.VerdictGame: "RS_ERROR_INVALID_GAME",
	venue.VerdictCurrency: "RS_ERROR_WRONG_CURRENCY", venue.VerdictMoney: "RS_ERROR_NOT_ENOUGH_MONEY", venue.VerdictDisabled: "RS_ERROR_USER_DISABLED",
	venue.VerdictDuplicate: "RS_ERROR_DUPLICATE_TRANSACTION", venue.VerdictAbsent: "RS_ERROR_TRANSACTION_DOES_NOT_EXIST", venue.VerdictLimit: "RS_ERROR_LIMIT_REACHED",
}

// body is what is read of a call. Amounts stay text until they are checked.
type body struct {
	User        string          `json:"user"`
	Token       string          `json:"token"`
	RequestUUID string          `json:"request_uuid"`
	UUID        string          `json:"transaction_uuid"`
	Reference   string          `json:"reference_transaction_uuid"`
	Round       *string         `json:"round"`
	RoundClosed *bool           `json:"round_closed"`
	IsFree      *bool           `json:"is_free"`
	GameCode    string          `json:"game_code"`
	Currency    string          `json:"currency"`
	Amount      json.RawMessage `json:"amount"`
}

// OpenCall checks the signature over the raw body, then reads a call.
func (v *Venue) OpenCall(call string, header http.Header, raw []byte) (venue.SeamlessCall, venue.Verdict) {
	if !v.signed(header, raw) {
		return venue.SeamlessCall{}, venue.VerdictSignature
	}
	kind, known := kinds[call]
	if !known || !json.Valid(raw) {
		return venue.SeamlessCall{Kind: kind}, venue.VerdictSyntax
	}
	var b body
	err := json.Unmarshal(raw, &b)
	c := venue.SeamlessCall{Kind: kind, Account: b.User, Token: b.Token, RequestID: b.RequestUUID, Raw: raw}
	if err != nil {
		return c, venue.VerdictTypes
	}
	c.ID, c.Game = b.UUID, b.GameCode
	if kind != venue.SeamlessBet {
		c.Ref = b.Reference
	}
	if b.Round != nil {
		c.Round = *b.Round
	}
	c.RoundClosed = b.RoundClosed != nil && *b.RoundClosed
	if !whole(c) {
		return c, venue.VerdictSyntax
	}
	if kind != venue.SeamlessBet && kind != venue.SeamlessWin {
		return c, venue.VerdictOK
	}
	return withAmount(c, b)
}

// signed checks the vendor's signature.
func (v *Venue) signed(header http.Header, raw []byte) bool {
	signature, err := base64.StdEncoding.DecodeString(header.Get(signatureHeader))
	if err != nil || len(header.Values(signatureHeader)) != 1 {
		return false
	}
	sum := sha256.Sum256(raw)
	return rsa.VerifyPKCS1v15(v.theirs, crypto.SHA256, sum[:], signature) == nil
}

// whole says that the texts of a call can be used and stored.
func whole(c venue.SeamlessCall) bool {
	if !plainName.MatchString(c.Account) || !isText(c.RequestID) || !isText(c.Round) || !isText(c.Game) {
		return false
	}
	switch c.Kind {
	case venue.SeamlessBet:
		return plainID.MatchString(c.ID) && gameCode.MatchString(c.Game)
	case venue.SeamlessWin, venue.SeamlessRollback:
		return plainID.MatchString(c.ID) && plainID.MatchString(c.Ref) && c.ID != c.Ref
	}
	return true
}

// isText is a short text without control characters.
func isText(s string) bool {
	return len(s) <= textLimit && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == 0x7f })
}

// withAmount reads the amount of a bet or a win. A bet is of whole fen. A win
// pays its whole fen, and the rest is kept with it (H-233).
func withAmount(c venue.SeamlessCall, b body) (venue.SeamlessCall, venue.Verdict) {
	if b.Currency != currency {
		return c, venue.VerdictCurrency
	}
	text := string(bytes.TrimSpace(b.Amount))
	amount, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return c, venue.VerdictLimit
	case err != nil || text[0] == '+':
		return c, venue.VerdictTypes
	case amount < 0:
		return c, venue.VerdictSyntax
	case amount/unit > int64(amountMost):
		return c, venue.VerdictLimit
	}
	c.Amount, c.Rest = money.Fen(amount/unit), amount%unit
	free := b.IsFree != nil && *b.IsFree
	if c.Kind == venue.SeamlessBet && (c.Rest != 0 || free && amount != 0) {
		return c, venue.VerdictSyntax
	}
	return c, venue.VerdictOK
}

// reply is our answer.
type reply struct {
	User        string `json:"user"`
	Status      string `json:"status"`
	RequestUUID string `json:"request_uuid"`
	Currency    string `json:"currency,omitempty"`
	Country     string `json:"country,omitempty"`
	Balance     *int64 `json:"balance,omitempty"`
}

// WriteReply is the answer in the vendor's form. Without a balance it says why
// there is none.
func (v *Venue) WriteReply(c venue.SeamlessCall, r venue.SeamlessReply) (contentType string, answer []byte) {
	out := reply{User: c.Account, Status: statuses[r.Verdict], RequestUUID: c.RequestID}
	switch {
	case r.Verdict != venue.VerdictOK:
	case c.Kind == venue.SeamlessUser:
		out.Country, out.Currency = country, currency
	default:
		balance := int64(r.Balance) * unit
		out.Currency, out.Balance = currency, &balance
	}
	answer, _ = json.Marshal(out) // text and numbers always can be written
	return "application/json", answer
}
