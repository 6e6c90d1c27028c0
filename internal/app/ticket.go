package app

import (
	"context"
	"strings"

	"hongyun/internal/content"
	"hongyun/internal/fault"
	"hongyun/internal/inbox"
	"hongyun/internal/ticket"
)

// buildTexts makes what players read of the site, and what they write to it.
func (a *App) buildTexts() {
	a.Uploads = a.newUploads()
	a.Content = content.New(content.Config{DB: a.DB, Staff: a.Staff})
	a.Inbox = inbox.New(a.DB)
	a.Tickets = ticket.New(ticket.Config{DB: a.DB, Staff: a.Staff, Owns: a.owns})
}

// owns reports whether what a question to support is about belongs to its player.
func (a *App) owns(ctx context.Context, player string, r ticket.Reference) (bool, error) {
	var err error
	switch r.About {
	case "deposit":
		_, err = a.Cashier.Deposits.Find(ctx, player, r.Ref)
	case "withdrawal":
		_, err = a.Cashier.Withdrawals.Find(ctx, player, r.Ref)
	case "bet":
		venue, id, _ := strings.Cut(r.Ref, ":")
		_, err = a.Bets.Detail(ctx, player, venue, id)
	case "record":
		_, err = a.Statement.Receipt(ctx, a.DB, player, r.Ref)
	default:
		return false, nil
	}
	if _, told := fault.Of(err); told {
		return false, nil
	}
	return err == nil, err
}
