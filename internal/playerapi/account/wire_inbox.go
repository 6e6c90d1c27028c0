package account

import "hongyun/internal/playerapi/wire"

// InboxIn is the payload of InboxItems.
type InboxIn struct {
	PageIndex int `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
}

// InboxMessage is one message to the player.
type InboxMessage struct {
	Id         string `json:"Id"`
	Kind       string `json:"Kind" enum:"deposit,withdrawal,bonus,bonus_ended,vip,answer,maintenance,security"`
	Title      string `json:"Title"`
	Text       string `json:"Text" doc:"plain text"`
	About      string `json:"About" enum:",deposit,withdrawal,promotion,vip,ticket,card,profile,identity" doc:"the page it leads to; empty: none"`
	Ref        string `json:"Ref" doc:"number of what it is about; may be empty"`
	CreateTime string `json:"CreateTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	Read       bool   `json:"Read"`
}

// InboxPage is a page of messages.
type InboxPage struct {
	Items  []InboxMessage `json:"Items"`
	Unread int            `json:"Unread" doc:"of all pages, 100 at most"`
	wire.Page
}

// InboxUnread is what the bell shows.
type InboxUnread struct {
	Unread int    `json:"Unread" doc:"100 at most"`
	Newest string `json:"Newest" doc:"id of the newest message, for Last-Event-ID; empty: none"`
}

// InboxReadIn is the payload of InboxReadAction.
type InboxReadIn struct {
	Id string `json:"id" maxLength:"40" empty:"请选择消息" wrong:"请选择消息"`
}
