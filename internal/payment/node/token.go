package node

import (
	"encoding/hex"
	"math"
	"math/big"
	"strconv"
	"strings"

	"hongyun/internal/payment"
)

// TransferTopic is the first topic of a token's transfer, on Ethereum and on
// TRON: Keccak-256 of "Transfer(address,address,uint256)".
const TransferTopic = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

// ReadTransfer reads the log of a token's transfer, its parts in hex with or
// without 0x. moved is false for logs of other kinds and for transfers of
// nothing, which anybody can make in anybody's name. The error is ErrGarbage
// for a transfer that no token of this kind can have written: an amount beyond
// an int64 is more than there is.
func ReadTransfer(topics []string, data string) (from, to [20]byte, amount int64, moved bool, err error) {
	if len(topics) == 0 || !strings.EqualFold(strings.TrimPrefix(topics[0], "0x"), TransferTopic) {
		return from, to, 0, false, nil
	}
	if len(topics) != 3 {
		return from, to, 0, false, ErrGarbage
	}
	value, err := word(data)
	if err == nil {
		from, err = wordAddress(topics[1])
	}
	if err == nil {
		to, err = wordAddress(topics[2])
	}
	if err != nil {
		return from, to, 0, false, err
	}
	sum := new(big.Int).SetBytes(value[:])
	if !sum.IsInt64() {
		return from, to, 0, false, ErrGarbage
	}
	return from, to, sum.Int64(), sum.Sign() > 0, nil
}

// word reads the 32 bytes of an ABI word.
func word(text string) (w [32]byte, err error) {
	text = strings.TrimPrefix(text, "0x")
	if len(text) != 2*len(w) {
		return w, ErrGarbage
	}
	if _, err := hex.Decode(w[:], []byte(text)); err != nil {
		return w, ErrGarbage
	}
	return w, nil
}

// wordAddress reads an address, padded with zeros on the left.
func wordAddress(text string) (address [20]byte, err error) {
	w, err := word(text)
	if err != nil || [12]byte(w[:12]) != [12]byte{} {
		return address, ErrGarbage
	}
	return [20]byte(w[12:]), nil
}

// WordOf is an address as a topic.
func WordOf(address [20]byte) string {
	return "0x" + strings.Repeat("0", 24) + hex.EncodeToString(address[:])
}

// Hash20 reads the twenty bytes of an address in hex, with or without 0x.
func Hash20(text string) (address [20]byte, err error) {
	text = strings.TrimPrefix(text, "0x")
	if len(text) != 40 {
		return address, ErrGarbage
	}
	if _, err := hex.Decode(address[:], []byte(text)); err != nil {
		return address, ErrGarbage
	}
	return address, nil
}

// tokenDecimals are the places of USDT on every network that has contracts.
const tokenDecimals = 6

// CheckDecimals compares a token's answer to decimals() with USDT's. A contract
// that is not there answers nothing.
func CheckDecimals(answer string) error {
	want := strconv.Itoa(tokenDecimals)
	if strings.TrimPrefix(answer, "0x") == "" {
		return &payment.WrongNetwork{What: "decimals of the token", Found: "nothing", Want: want}
	}
	w, err := word(answer)
	if err != nil {
		return err
	}
	return payment.Same("decimals of the token", new(big.Int).SetBytes(w[:]).String(), want)
}

// Quantity reads a number as JSON-RPC writes it: 0x1a.
func Quantity(text string) (int64, error) {
	digits, ok := strings.CutPrefix(text, "0x")
	if !ok || digits == "" || strings.ContainsAny(digits, "+-_") {
		return 0, ErrGarbage
	}
	n, err := strconv.ParseUint(digits, 16, 64)
	if err != nil || n > math.MaxInt64 {
		return 0, ErrGarbage
	}
	return int64(n), nil
}

// QuantityOf writes a number as JSON-RPC does.
func QuantityOf(n int64) string { return "0x" + strconv.FormatInt(n, 16) }
