package account

import "hongyun/internal/playerapi/wire"

// TicketItemsIn is the payload of TicketItems.
type TicketItemsIn struct {
	PageIndex int `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
}

// SupportTicket is a question of the player to support.
type SupportTicket struct {
	Id         string `json:"Id"`
	Number     string `json:"Number" doc:"that the player quotes"`
	Kind       string `json:"Kind" enumOf:"ticket kind"`
	Subject    string `json:"Subject" doc:"the beginning of the question, plain text"`
	About      string `json:"About" enumOf:"ticket subject or none"`
	Ref        string `json:"Ref" doc:"number of what it is about; may be empty"`
	State      string `json:"State" enumOf:"ticket state" doc:"open and reopened: support has to answer; waiting: the player has to"`
	Unread     int    `json:"Unread" doc:"answers the player has not seen"`
	Score      int    `json:"Score" minimum:"0" maximum:"5" doc:"satisfaction; 0: not given"`
	CreateTime string `json:"CreateTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	ChangeTime string `json:"ChangeTime"`
}

// SupportTickets is a page of questions.
type SupportTickets struct {
	Items    []SupportTicket `json:"Items"`
	Expected string          `json:"Expected" doc:"when to expect the first answer, a sentence in Chinese"`
	wire.Page
}

// TicketIn names a ticket.
type TicketIn struct {
	Id string `json:"id" maxLength:"40" empty:"请选择工单" wrong:"请选择工单"`
}

// TicketText is one text of a thread.
type TicketText struct {
	Id         string   `json:"Id"`
	Side       string   `json:"Side" enumOf:"ticket side"`
	Text       string   `json:"Text" doc:"plain text with line breaks"`
	Pictures   []string `json:"Pictures" doc:"ids, for TicketPicture"`
	CreateTime string   `json:"CreateTime"`
}

// TicketThread is a ticket with its texts, oldest first.
type TicketThread struct {
	Ticket   SupportTicket `json:"Ticket"`
	Texts    []TicketText  `json:"Texts"`
	Expected string        `json:"Expected" doc:"when to expect an answer, a sentence in Chinese; empty while none is due"`
}

// TicketOpenIn is a new question.
type TicketOpenIn struct {
	Kind     string `json:"kind" enumOf:"ticket kind" empty:"请选择问题类型" wrong:"请选择问题类型"`
	Text     string `json:"text" maxLength:"2000" lines:"true" empty:"请描述您的问题" wrong:"内容须为2-2000字，且不能包含控制字符"`
	About    string `json:"about" required:"false" enumOf:"ticket subject" wrong:"没有找到该单号，请从记录中选择"`
	Ref      string `json:"ref" required:"false" maxLength:"120" wrong:"没有找到该单号，请从记录中选择"`
	Pictures string `json:"pictures" required:"false" maxLength:"160" doc:"ids of uploads, separated by commas" wrong:"每次最多附4张图片，请重新上传"`
}

// TicketReplyIn is one more text of the player.
type TicketReplyIn struct {
	Id       string `json:"id" maxLength:"40" empty:"请选择工单" wrong:"请选择工单"`
	Text     string `json:"text" maxLength:"2000" lines:"true" empty:"请填写回复内容" wrong:"内容须为2-2000字，且不能包含控制字符"`
	Pictures string `json:"pictures" required:"false" maxLength:"160" doc:"ids of uploads, separated by commas" wrong:"每次最多附4张图片，请重新上传"`
}

// TicketRateIn is how satisfied the player is.
type TicketRateIn struct {
	Id      string `json:"id" maxLength:"40" empty:"请选择工单" wrong:"请选择工单"`
	Score   int    `json:"score" minimum:"1" maximum:"5" empty:"请选择1到5分" wrong:"请选择1到5分"`
	Comment string `json:"comment" required:"false" maxLength:"200" wrong:"评价最多200字"`
}

// TicketPictureIn is an upload.
type TicketPictureIn struct {
	Picture string `json:"picture" maxLength:"2796203" doc:"JPEG or PNG of 2 MB at most, base64 for addresses without padding" empty:"请选择图片" wrong:"请上传 JPG 或 PNG 图片，每张不超过2MB、1200万像素"`
}

// TicketPictureAdded is an upload as it was stored.
type TicketPictureAdded struct {
	Id     string `json:"Id"`
	Width  int    `json:"Width"`
	Height int    `json:"Height"`
}

// TicketPictureOut is a picture.
type TicketPictureOut struct {
	Picture string `json:"Picture" doc:"a data address of a JPEG"`
}
