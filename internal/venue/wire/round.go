package wire

import (
	"encoding/json"
	"strings"
	"unicode"

	"hongyun/internal/venue"
)

// suits are the letters of playing cards, as the venues write them.
var suits = map[byte]string{'S': "♠", 'H': "♥", 'C': "♣", 'D': "♦"}

// ranks are the numbers of playing cards, without leading zeros, and their letters.
var ranks = map[string]string{
	"1": "A", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7", "8": "8", "9": "9", "10": "10", "11": "J", "12": "Q", "13": "K",
	"A": "A", "J": "J", "Q": "Q", "K": "K",
}

// Card writes a card such as D03, H11, SA or S.13 as players know it: ♦3, ♥J, ♠A, ♠K.
// A text that is no such card is not ok.
func Card(text string) (card string, ok bool) {
	if len(text) < 2 {
		return "", false
	}
	suit, rank := suits[text[0]], ranks[strings.TrimLeft(strings.TrimPrefix(text[1:], "."), "0")]
	return suit + rank, suit != "" && rank != ""
}

// Cards writes each card of a text as players know it and leaves all else as it is.
func Cards(text string) string {
	var out strings.Builder
	for len(text) > 0 {
		end := strings.IndexFunc(text, func(r rune) bool { return !cardRune(r) })
		switch {
		case end < 0:
			end = len(text)
		case end == 0:
			end = 1
		}
		if card, ok := Card(text[:end]); ok {
			out.WriteString(card)
		} else {
			out.WriteString(text[:end])
		}
		text = text[end:]
	}
	return out.String()
}

// cardRune says whether a character can be part of a card's code or of a word.
func cardRune(r rune) bool {
	return r == '.' || '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z'
}

// Say joins the parts of a sentence for players. A part that is empty is left out.
func Say(sep string, parts ...string) string {
	var list []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return strings.Join(list, sep)
}

// Around is a value between its words, "" without the value.
func Around(before, value, after string) string {
	if value == "" {
		return ""
	}
	return before + value + after
}

// Named is a number between its words. A value that is a Chinese name already stays as it is.
func Named(before, value, after string) string {
	if strings.ContainsFunc(value, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return value
	}
	return Around(before, value, after)
}

// spots are the places on the felt that English words name, in small letters.
var spots = map[string]string{
	"banker": "庄", "player": "闲", "tie": "和", "bankerpair": "庄对", "playerpair": "闲对", "dragon": "龙", "tiger": "虎",
	"big": "大", "small": "小", "odd": "单", "even": "双", "red": "红", "black": "黑",
}

// Spot is a place on the felt as players call it. A word that is not known stays as it is.
func Spot(word string) string { return Or(spots[strings.ToLower(word)], word) }

// Shown is a text, a number, or a list of those, as one text; "" for another form.
func Shown(raw json.RawMessage) string {
	var one Text
	if json.Unmarshal(raw, &one) == nil {
		return string(one)
	}
	return strings.Join(Texts(raw), ", ")
}

// Texts is a list of texts and numbers; none for another form.
func Texts(raw json.RawMessage) []string {
	var list []Text
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	texts := make([]string, len(list))
	for i, text := range list {
		texts[i] = string(text)
	}
	return texts
}

// maxKey is the longest number of a round, in bytes, that a bet can be stored with.
const maxKey = 200

// Key is a number of a round, or "" if a bet cannot be stored with it. A bet
// must not be lost because of its round.
func Key(text string) string {
	if len(text) > maxKey || strings.ContainsRune(text, 0) || strings.ToValidUTF8(text, "") != text {
		return ""
	}
	return text
}

// Side fills in the market and the side of a bet that another one may oppose. A bet
// without a round has no side.
func Side(l *venue.BetLine, side string, market ...string) {
	name := strings.Join(market, "/")
	if l.Round == "" || side == "" || Key(name) == "" || Key(side) == "" {
		return
	}
	l.Market, l.Side = name, side
}
