package cash

import "hongyun/internal/playerapi/wire"

// LedgerIn is the payload of LedgerItems, a call of ours.
type LedgerIn struct {
	StartDate string `json:"startDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确" doc:"YYYY-MM-DD, GMT+8; empty: thirty days up to the end"`
	EndDate   string `json:"endDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确" doc:"YYYY-MM-DD, GMT+8; empty: today"`
	Before    string `json:"Before" required:"false" maxLength:"60" pattern:"^([0-9a-f-]{36}/[0-9]{1,4})?$" wrong:"页码不正确" doc:"Next of the page before; empty: the newest"`
}

// LedgerExportIn is the payload of LedgerExport, a call of ours.
type LedgerExportIn struct {
	StartDate string `json:"startDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确"`
	EndDate   string `json:"endDate" required:"false" maxLength:"19" pattern:"^[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}:[0-9]{2})?$" wrong:"日期不正确"`
}

// LedgerItem is one movement of the centre wallet.
type LedgerItem struct {
	Time     string    `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	OrderSn  string    `json:"OrderSn" doc:"opens RecordDetail"`
	Kind     string    `json:"Kind" enumOf:"record"`
	KindText string    `json:"KindText" doc:"the movement in Chinese"`
	Note     string    `json:"Note" doc:"what it belongs to; empty where KindText says it"`
	Amount   wire.Yuan `json:"Amount" doc:"below zero: it left the centre wallet"`
	Balance  wire.Yuan `json:"Balance" doc:"centre wallet after it, as the books wrote it"`
}

// LedgerOut answers LedgerItems, newest first.
type LedgerOut struct {
	wire.Answer
	Items []LedgerItem `json:"Items"`
	Next  string       `json:"Next" doc:"Before of the next page; empty at the end"`
}

// RecordStep is one point of a record's way.
type RecordStep struct {
	Time string `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8; empty for what is to come"`
	Text string `json:"Text" doc:"in Chinese"`
	Done bool   `json:"Done"`
}

// RecordFact is one thing a record says.
type RecordFact struct {
	Label string `json:"Label" doc:"in Chinese"`
	Text  string `json:"Text" doc:"accounts and addresses come masked"`
}

// RecordLink is another record that belongs to this one.
type RecordLink struct {
	OrderSn string    `json:"OrderSn"`
	Text    string    `json:"Text"`
	Amount  wire.Yuan `json:"Amount"`
}

// RecordDetail is everything a player may know of one record, a call of ours.
type RecordDetail struct {
	OrderSn    string           `json:"OrderSn"`
	Kind       string           `json:"Kind" enumOf:"record"`
	KindText   string           `json:"KindText"`
	Amount     wire.Yuan        `json:"Amount"`
	Unit       string           `json:"Unit" doc:"C$ where the amount is of the bonus fund; empty: yuan"`
	Status     int              `json:"Status" enumOf:"record status" doc:"0 being processed, 1 done, 2 refused, expired or closed"`
	StatusText string           `json:"StatusText"`
	Time       string           `json:"Time" doc:"when it began, GMT+8"`
	Steps      []RecordStep     `json:"Steps"`
	Facts      []RecordFact     `json:"Facts"`
	Next       string           `json:"Next" doc:"what happens to the money now, in Chinese; empty when all is done"`
	Act        bool             `json:"Act" doc:"the player has to fill in a true name and a bank card before it is paid"`
	Reason     string           `json:"Reason"`
	Linked     []RecordLink     `json:"Linked"`
	Turnover   []TurnoverBucket `json:"Turnover"`
	TakeBack   bool             `json:"TakeBack" doc:"the player can take this withdrawal back now"`
}
