package people

import (
	"context"
	"strings"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/player"
	"hongyun/internal/wallet"
)

// fill turns what staff typed into what it may mean: a name, a phone, an order
// of any kind, or a bank card.
func (s *Handlers) fill(ctx context.Context, q *player.Query, text, by string) error {
	is := func(kind string) bool { return by == "" || by == kind }
	if is("name") {
		q.Name = text
	}
	if is("phone") {
		q.Phone = text
	}
	if by == "" {
		q.TrueName, q.Email = text, text
	}
	if is("order") {
		owners, err := s.ownersOfOrder(ctx, text)
		if err != nil {
			return err
		}
		q.IDs = append(q.IDs, owners...)
	}
	if is("card") {
		owners, err := s.Cashier.Cards.Owners(ctx, strings.ReplaceAll(text, " ", ""))
		if err != nil {
			return err
		}
		q.IDs = append(q.IDs, owners...)
	}
	if by != "" && q.IDs == nil && q.Name == "" && q.Phone == "" {
		q.IDs = []string{} // no player
	}
	return nil
}

func (s *Handlers) ownersOfOrder(ctx context.Context, order string) ([]string, error) {
	var owners []string
	deposits, err := s.Cashier.Deposits.List(ctx, deposit.Filter{Order: order})
	if err != nil {
		return nil, err
	}
	for _, d := range deposits.Items {
		owners = append(owners, d.Player)
	}
	withdrawals, err := s.Cashier.Withdrawals.List(ctx, withdrawal.Filter{Order: order})
	if err != nil {
		return nil, err
	}
	for _, w := range withdrawals.Items {
		owners = append(owners, w.Player)
	}
	shown, err := s.Statement.Owners(ctx, s.Read, order)
	if err != nil {
		return nil, err
	}
	owners = append(owners, shown...)
	asked, err := s.Tickets.Owner(ctx, s.Read, order)
	if err != nil {
		return nil, err
	}
	if asked != "" {
		owners = append(owners, asked)
	}
	list, _, err := s.Wallets.List(ctx, s.Read, wallet.Filter{Order: order})
	for _, t := range list {
		owners = append(owners, t.Player)
	}
	return owners, err
}
