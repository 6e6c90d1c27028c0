package order

import (
	"hongyun/internal/inbox"
)

// The messages that the cashier writes to a player.

// AccountMessage is about where a player's money goes.
func AccountMessage(player, event, title, what string) inbox.Message {
	return inbox.Message{
		Player: player, Event: "security." + event, Kind: inbox.Security, About: inbox.AboutCard,
		Title: title, Body: what + "如果不是您本人操作，请立即修改密码并联系客服。",
	}
}
