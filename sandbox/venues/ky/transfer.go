package ky

import (
	"context"
	"errors"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	maxTransfer  = 10_000_000 * money.Yuan
	maxOrderID   = 100
	stampDigits  = 17
	veilAbsent   = "absent"
	veilOngoing  = "processing"
	orderIDStamp = "20060102150405"
)

// deposit is s=2, withdraw s=3.
func (s *Server) deposit(ctx context.Context, a ask) fields  { return s.transfer(ctx, a, books.In) }
func (s *Server) withdraw(ctx context.Context, a ask) fields { return s.transfer(ctx, a, books.Out) }

func (s *Server) transfer(ctx context.Context, a ask, way books.Direction) fields {
	player, id, text := a.fields["account"], a.fields["orderid"], a.fields["money"]
	if player == "" || id == "" || text == "" {
		return failed(codeMissing)
	}
	amount, code := parseMoney(text)
	switch {
	case code != codeOK:
		return failed(code)
	case amount == 0:
		return failed(codeNotPositive)
	case !s.orderShape(id, player):
		return failed(codeOrderShape)
	}
	switch _, err := s.Books.Account(ctx, s.Code, player); {
	case errors.Is(err, books.ErrNoAccount):
		return failed(codeNoPlayer)
	case err != nil:
		return s.broken(err)
	}
	return s.move(ctx, a, way, amount)
}

// move books a checked transfer, or refuses it and keeps the refusal.
func (s *Server) move(ctx context.Context, a ask, way books.Direction, amount money.Fen) fields {
	t := books.Transfer{Venue: s.Code, ID: a.fields["orderid"], Player: a.fields["account"], Direction: way, Amount: amount, At: s.Clock.Now()}
	seated, err := s.Tables.Seated(ctx, s.Code, t.Player)
	if err != nil {
		return s.broken(err)
	}
	switch {
	case a.fault.Kind == faults.Refuse:
		return s.refuse(ctx, t, codeDisabled)
	case a.fault.Kind == faults.PlayerInGame, seated && way == books.Out:
		return s.refuse(ctx, t, codeUpdateFailed)
	}
	reply := codeOK
	switch a.fault.Kind {
	case faults.NotFoundFlap:
		t.Veil = veilAbsent
	case faults.Processing:
		t.Veil, reply = veilOngoing, codeProcessing
	case faults.WrongAmount:
		// Booked a fen short, and "still processing" makes the client ask: s=4
		// then shows the amount that was really booked.
		t.Amount, reply = max(1, amount-1), codeProcessing
	case faults.WrongUnit: // fen taken for yuan
		t.Amount, reply = amount*100, codeProcessing
	}
	t.VeilUntil = calendar.System().Now().Add(a.fault.Pause())
	after, err := s.Books.Book(ctx, t, s.AgentCredit)
	switch {
	case errors.Is(err, books.ErrDuplicate):
		return failed(codeDuplicate)
	case errors.Is(err, books.ErrShort):
		return s.refuse(ctx, t, codeShort)
	case errors.Is(err, books.ErrCredit):
		return s.refuse(ctx, t, codeAgentCredit)
	case err != nil:
		return s.broken(err)
	case reply != codeOK:
		return failed(reply)
	case t.Veil != "":
		return fields{"code": codeOK, "veiled": true}
	}
	return fields{"code": codeOK, "money": after}
}

// Reverse takes back a transfer that was carried out. The money returns to
// where it was, and s=4 calls the order failed from then on. It returns
// books.ErrNotFound for one that is missing or was not done.
func (s *Server) Reverse(ctx context.Context, id string) error {
	return s.Books.Reverse(ctx, s.Code, id)
}

func (s *Server) refuse(ctx context.Context, t books.Transfer, code int) fields {
	t.Veil = ""
	switch err := s.Books.Refuse(ctx, t); {
	case errors.Is(err, books.ErrDuplicate):
		return failed(codeDuplicate)
	case err != nil:
		return s.broken(err)
	}
	return failed(code)
}

// orderStatus is s=4.
func (s *Server) orderStatus(ctx context.Context, a ask) fields {
	id := a.fields["orderid"]
	if id == "" {
		return failed(codeMissing)
	}
	switch a.fault.Kind {
	case faults.Refuse:
		return failed(codeAddress)
	case faults.NotFoundFlap:
		return fields{"code": codeNoOrder, "status": orderAbsent, "money": money.Fen(0)}
	case faults.Processing:
		return fields{"code": codeOK, "status": orderProcessing, "money": money.Fen(0)}
	}
	t, err := s.Books.Transfer(ctx, s.Code, id)
	if err != nil && !errors.Is(err, books.ErrNotFound) {
		return s.broken(err)
	}
	veil := ""
	if calendar.System().Now().Before(t.VeilUntil) {
		veil = t.Veil
	}
	switch a.fault.Kind {
	case faults.SayDone: // whatever became of it, known or not
		return fields{"code": codeOK, "status": orderDone, "money": t.Amount}
	case faults.SayFailed:
		return fields{"code": codeOK, "status": orderFailed, "money": t.Amount}
	}
	if err != nil || veil == veilAbsent {
		return fields{"code": codeOK, "status": orderAbsent, "money": money.Fen(0)}
	}
	amount := t.Amount
	switch a.fault.Kind {
	case faults.WrongAmount:
		amount++
	case faults.WrongUnit:
		amount *= 100
	}
	status := orderDone
	switch {
	case veil == veilOngoing:
		status = orderProcessing
	case t.State == books.Refused:
		status = orderFailed
	}
	return fields{"code": codeOK, "status": status, "money": amount}
}

// orderShape tells whether an order id is agent, a time to the millisecond
// (17 digits), and account.
func (s *Server) orderShape(id, account string) bool {
	rest, ok := strings.CutPrefix(id, s.Agent)
	if !ok || len(id) > maxOrderID || len(rest) != stampDigits+len(account) || rest[stampDigits:] != account {
		return false
	}
	for _, c := range rest[:stampDigits] {
		if c < '0' || c > '9' {
			return false
		}
	}
	_, err := time.Parse(orderIDStamp, rest[:len(orderIDStamp)])
	return err == nil
}

// parseMoney reads an amount in yuan, zero allowed, and says which code refuses
// it otherwise.
func parseMoney(text string) (money.Fen, int) {
	digits, negative := strings.CutPrefix(text, "-")
	whole, _, _ := strings.Cut(digits, ".")
	if len(strings.TrimLeft(whole, "0123456789")) == 0 && len(whole) > 9 {
		return 0, codeTooMuch
	}
	amount, err := money.ParseYuan(digits)
	switch {
	case err != nil:
		return 0, codeParameter
	case negative:
		return 0, codeNotPositive
	case amount > maxTransfer:
		return 0, codeTooMuch
	}
	return amount, codeOK
}
