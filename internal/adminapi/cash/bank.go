package cash

import (
	"context"
	"errors"
	"slices"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/banksheet"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/bankfile"
	"hongyun/internal/fault"
)

// BankAccount is an account of ours whose statements are imported.
type BankAccount struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// BankForm is the way in which a bank exports statements.
type BankForm struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// BankOptions are what an upload chooses among.
type BankOptions struct {
	Accounts []BankAccount `json:"accounts"`
	Forms    []BankForm    `json:"forms"`
}

// BankMapping says which column of a file holds what, by the names in its
// heading. Amounts are in two columns (in, out), or in one (amount). One column
// has a sign, or another column that says which way the money went (side).
type BankMapping struct {
	Date     string   `json:"date"`
	Time     string   `json:"time"`
	In       string   `json:"in"`
	Out      string   `json:"out"`
	Amount   string   `json:"amount"`
	Side     string   `json:"side"`
	Name     string   `json:"name"`
	Account  string   `json:"account"`
	Remarks  []string `json:"remarks"`
	Serial   string   `json:"serial"`
	Balance  string   `json:"balance"`
	Currency string   `json:"currency"`
}

// BankUpload is a statement as the bank exported it: CSV of 5 MB at most.
type BankUpload struct {
	Account string      `json:"account"`
	Name    string      `json:"name"`
	Content []byte      `json:"content"`
	Form    string      `json:"form" doc:"code of a form; empty: recognised, or by the mapping"`
	Mapping BankMapping `json:"mapping"`
}

// BankPreviewLine is a line of a file as it was understood.
type BankPreviewLine struct {
	No       int       `json:"no"`
	At       wire.Ms   `json:"at"`
	Timed    bool      `json:"timed" doc:"at has a time of day"`
	Incoming bool      `json:"incoming"`
	Amount   wire.Yuan `json:"amount"`
	Name     string    `json:"name"`
	Account  string    `json:"account" doc:"masked"`
	Remark   string    `json:"remark"`
	Serial   string    `json:"serial"`
}

// BankSkipped is a row that is no movement of yuan.
type BankSkipped struct {
	No  int    `json:"no"`
	Why string `json:"why"`
}

// BankPreview is a file as it would be imported. Nothing was stored.
type BankPreview struct {
	Encoding string            `json:"encoding"`
	Columns  []string          `json:"columns"`
	Form     string            `json:"form"`
	Mapping  BankMapping       `json:"mapping"`
	Problem  *string           `json:"problem" doc:"why the file cannot be read so"`
	Lines    []BankPreviewLine `json:"lines" doc:"the first twenty"`
	Count    int               `json:"count"`
	In       wire.Yuan         `json:"in"`
	Out      wire.Yuan         `json:"out"`
	Skipped  []BankSkipped     `json:"skipped" doc:"the first twenty"`
	LeftOut  int               `json:"leftOut"`
}

// BankFile is an imported file.
type BankFile struct {
	ID       string   `json:"id"`
	Account  string   `json:"account"`
	Label    string   `json:"label"`
	Name     string   `json:"name"`
	Form     string   `json:"form"`
	Encoding string   `json:"encoding"`
	Lines    int      `json:"lines"`
	Added    int      `json:"added"`
	LeftOut  int      `json:"leftOut"`
	First    wire.Ms  `json:"first"`
	Last     wire.Ms  `json:"last"`
	MadeBy   string   `json:"madeBy"`
	MadeAt   wire.Ms  `json:"madeAt"`
	UndoneBy *string  `json:"undoneBy"`
	UndoneAt *wire.Ms `json:"undoneAt"`
	Reason   *string  `json:"reason"`
	Before   *string  `json:"before" doc:"when and by whom the same file was imported before"`
}

// BankLine is one movement of an account of ours.
type BankLine struct {
	ID        string         `json:"id"`
	File      string         `json:"file"`
	No        int            `json:"no"`
	Account   string         `json:"account"`
	Label     string         `json:"label"`
	Incoming  bool           `json:"incoming"`
	Amount    wire.Yuan      `json:"amount"`
	At        wire.Ms        `json:"at"`
	Timed     bool           `json:"timed"`
	Name      string         `json:"name"`
	Tail      string         `json:"tail"`
	Remark    string         `json:"remark"`
	Serial    string         `json:"serial"`
	Ref       string         `json:"ref"`
	State     string         `json:"state" enumOf:"bank line state"`
	Order     *string        `json:"order"`
	DecidedBy *string        `json:"decidedBy"`
	DecidedAt *wire.Ms       `json:"decidedAt"`
	Reason    *string        `json:"reason"`
	Proposals []BankProposal `json:"proposals"`
}

// BankProposal is an order that a line may pay, with the reasons.
type BankProposal struct {
	Order      string    `json:"order"`
	Kind       string    `json:"kind" enum:"deposit,payout"`
	PlayerID   string    `json:"playerId"`
	Amount     wire.Yuan `json:"amount"`
	State      string    `json:"state"`
	Name       string    `json:"name"`
	At         wire.Ms   `json:"at"`
	Level      string    `json:"level" enumOf:"match level"`
	Why        []string  `json:"why"`
	Offered    bool      `json:"offered" doc:"the only match on both sides; may be confirmed with others at once"`
	Booked     bool      `json:"booked" doc:"booked already, under another number; the line can be linked to it"`
	ApprovalID *string   `json:"approvalId"`
}

// BankChoice is a line and the order that it pays.
type BankChoice struct {
	Line   string `json:"line"`
	Order  string `json:"order"`
	Chosen bool   `json:"chosen" doc:"a person chose the order; else it must be the only match"`
}

// BankConfirm confirms lines, a hundred at most.
type BankConfirm struct {
	Items  []BankChoice `json:"items"`
	Reason string       `json:"reason"`
}

// bankRefused is the state of a line that nothing was done with.
const bankRefused = "refused"

// BankResults are what became of lines.
var BankResults = append(slices.Clone(wire.Outcomes), bankRefused)

// BankResult is what became of a line.
type BankResult struct {
	Line       string  `json:"line"`
	Status     string  `json:"status" enumOf:"bank result"`
	ApprovalID *string `json:"approvalId"`
	Problem    *string `json:"problem"`
}

// BankLink is the order that a line explains.
type BankLink struct {
	Order  string `json:"order"`
	Reason string `json:"reason"`
}

func (s *Handlers) bankNames(ctx context.Context) (map[int64]string, error) {
	return s.Cashier.Statements.AccountNames(ctx)
}

func (s *Handlers) bankOptions(ctx context.Context, _ *route.Call) (BankOptions, error) {
	names, err := s.bankNames(ctx)
	out := BankOptions{Accounts: []BankAccount{}, Forms: api.Each(banksheet.Forms, func(f banksheet.Form) BankForm { return BankForm{f.Code, f.Name} })}
	for _, id := range sortedKeys(names) {
		out.Accounts = append(out.Accounts, BankAccount{wire.IDText(id), names[id]})
	}
	return out, err
}

func (s *Handlers) statementFile(in BankUpload) (bankfile.StatementFile, error) {
	account, ok := idOf(in.Account)
	if !ok {
		return bankfile.StatementFile{}, bankfile.ErrStatementFor
	}
	return bankfile.StatementFile{Account: account, Name: in.Name, Content: in.Content, Form: in.Form, Mapping: banksheet.Mapping(in.Mapping)}, nil
}

// previewed is how many lines a preview shows.
const previewed = 20

func (s *Handlers) bankPreview(ctx context.Context, _ *route.Call, in BankUpload) (BankPreview, error) {
	f, err := s.statementFile(in)
	if err != nil {
		return BankPreview{}, err
	}
	p, err := s.Cashier.Statements.Preview(ctx, f)
	if err != nil {
		return BankPreview{}, err
	}
	out := BankPreview{
		Encoding: p.Encoding, Columns: api.Each(p.Columns, func(c string) string { return c }), Form: p.Form, Mapping: BankMapping(p.Mapping),
		Lines: api.Each(p.Lines[:min(len(p.Lines), previewed)], previewLine), Count: len(p.Lines), In: wire.InYuan(p.In), Out: wire.InYuan(p.Out),
		Skipped: api.Each(p.Skipped[:min(len(p.Skipped), previewed)], func(k banksheet.Skipped) BankSkipped { return BankSkipped{k.No, k.Why} }), LeftOut: len(p.Skipped),
	}
	if out.Mapping.Remarks == nil {
		out.Mapping.Remarks = []string{}
	}
	if f, told := fault.Of(p.Fault); told {
		out.Problem = wire.TextOrNull(f.Message())
	}
	return out, nil
}

func previewLine(l banksheet.Line) BankPreviewLine {
	account := l.Account
	if account != "" {
		account = "****" + account[max(len(account)-4, 0):]
	}
	return BankPreviewLine{
		No: l.No, At: wire.InMs(l.At), Timed: l.Timed, Incoming: l.Incoming, Amount: wire.InYuan(l.Amount), Name: l.Name, Account: account, Remark: l.Remark, Serial: l.Serial,
	}
}

func (s *Handlers) bankImport(ctx context.Context, c *route.Call, in BankUpload) (BankFile, error) {
	f, err := s.statementFile(in)
	if err != nil {
		return BankFile{}, err
	}
	names, err := s.bankNames(ctx)
	if err != nil {
		return BankFile{}, err
	}
	made, err := s.Cashier.Statements.Import(ctx, c.By, f)
	out := bankFile(names)(made.File)
	out.Before = wire.TextOrNull(made.Before)
	return out, err
}

func bankFile(names map[int64]string) func(bankfile.File) BankFile {
	return func(f bankfile.File) BankFile {
		return BankFile{
			ID: f.ID, Account: wire.IDText(f.Account), Label: names[f.Account], Name: f.Name, Form: f.Form, Encoding: f.Encoding, Lines: f.Lines, Added: f.Added, LeftOut: f.LeftOut,
			First: wire.InMs(f.First), Last: wire.InMs(f.Last), MadeBy: f.MadeBy, MadeAt: wire.InMs(f.MadeAt), UndoneBy: wire.TextOrNull(f.UndoneBy), UndoneAt: wire.InMsOrNull(f.UndoneAt), Reason: wire.TextOrNull(f.Reason),
		}
	}
}

func (s *Handlers) bankFiles(ctx context.Context, c *route.Call) (wire.Page[BankFile], error) {
	account, page := accountOf(c), c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[BankFile]{}, err
	}
	names, err := s.bankNames(ctx)
	if err != nil {
		return wire.Page[BankFile]{}, err
	}
	list, total, err := s.Cashier.Statements.Files(ctx, account, page)
	return wire.PageOf(list, total, bankFile(names)), err
}

func (s *Handlers) bankUndo(ctx context.Context, c *route.Call, in wire.Reason) (route.None, error) {
	return route.None{}, s.Cashier.Statements.Undo(ctx, c.By, c.ID(), in.Reason)
}

// account is the company account of a query, 0 for every one.
func accountOf(c *route.Call) int64 {
	v := c.Text("account")
	if v == "" {
		return 0
	}
	id, ok := idOf(v)
	if !ok {
		c.Wrong("account")
	}
	return id
}

func (s *Handlers) bankLines(ctx context.Context, c *route.Call) (wire.Page[BankLine], error) {
	f := bank.LineFilter{
		Account: accountOf(c), File: c.Text("file"), States: c.ListOf("state", bank.LineStates...), Awaited: c.Flag("awaited"), Serial: c.Text("serial"), SN: c.Text("order"),
		From: c.Time("from"), To: c.Time("to"), Page: c.Page(),
	}
	switch c.OneOf("way", "in", "out") {
	case "in":
		f.Incoming = new(true)
	case "out":
		f.Incoming = new(false)
	}
	if v := c.Yuan("min"); v != nil {
		f.Min = *v
	}
	if v := c.Yuan("max"); v != nil {
		f.Max = *v
	}
	if err := c.Checked(); err != nil {
		return wire.Page[BankLine]{}, err
	}
	list, total, err := s.Cashier.Statements.Lines(ctx, f)
	if err != nil {
		return wire.Page[BankLine]{}, err
	}
	proposals, err := s.Cashier.Statements.Propose(ctx, list)
	if err != nil {
		return wire.Page[BankLine]{}, err
	}
	names, err := s.bankNames(ctx)
	return wire.PageOf(list, total, func(l bank.Line) BankLine { return bankLine(l, names, proposals[l.ID]) }), err
}

func bankLine(l bank.Line, names map[int64]string, proposals []bankfile.Proposal) BankLine {
	return BankLine{
		ID: l.ID, File: l.File, No: l.No, Account: wire.IDText(l.Account), Label: names[l.Account], Incoming: l.Incoming, Amount: wire.InYuan(l.Amount), At: wire.InMs(l.At), Timed: l.Timed,
		Name: l.Name, Tail: l.Tail, Remark: l.Remark, Serial: l.Serial, Ref: l.Ref, State: l.State, Order: wire.TextOrNull(l.SN),
		DecidedBy: wire.TextOrNull(l.DecidedBy), DecidedAt: wire.InMsOrNull(l.DecidedAt), Reason: wire.TextOrNull(l.Reason), Proposals: api.Each(proposals, bankProposal),
	}
}

func bankProposal(p bankfile.Proposal) BankProposal {
	return BankProposal{
		Order: p.SN, Kind: p.Kind, PlayerID: p.Player, Amount: wire.InYuan(p.Amount), State: p.State, Name: p.Name, At: wire.InMs(p.At), Level: p.Level, Why: api.Each(p.Why, func(w string) string { return w }),
		Offered: p.Offered, Booked: p.Booked, ApprovalID: wire.TextOrNull(p.Asked),
	}
}

func (s *Handlers) bankLine(ctx context.Context, c *route.Call) (BankLine, error) {
	return s.bankLineNow(ctx, c, nil)
}

// bankLineNow is the line as it is after a step.
func (s *Handlers) bankLineNow(ctx context.Context, c *route.Call, err error) (BankLine, error) {
	if err != nil {
		return BankLine{}, err
	}
	l, proposals, err := s.Cashier.Statements.OneLine(ctx, c.ID())
	if err != nil {
		return BankLine{}, err
	}
	names, err := s.bankNames(ctx)
	return bankLine(l, names, proposals), err
}

func choices(in BankConfirm) []bankfile.LineChoice {
	return api.Each(in.Items, func(i BankChoice) bankfile.LineChoice {
		return bankfile.LineChoice{Line: i.Line, SN: strings.TrimSpace(i.Order), Chosen: i.Chosen}
	})
}

func results(list []bankfile.LineResult, err error) (wire.Items[BankResult], error) {
	return wire.ItemsOf(list, func(r bankfile.LineResult) BankResult {
		out := BankResult{Line: r.Line, Status: wire.StatusDone}
		var f *fault.Fault
		switch {
		case errors.As(r.Err, &f):
			out.Status, out.Problem = bankRefused, wire.TextOrNull(f.Message())
		case r.Outcome.ApprovalID != "":
			out.Status, out.ApprovalID = wire.StatusWaiting, wire.TextOrNull(r.Outcome.ApprovalID)
		}
		return out
	}), err
}

func (s *Handlers) bankCredit(ctx context.Context, c *route.Call, in BankConfirm) (wire.Items[BankResult], error) {
	return results(s.Cashier.Statements.Credit(ctx, c.By, choices(in), in.Reason))
}

func (s *Handlers) bankPay(ctx context.Context, c *route.Call, in BankConfirm) (wire.Items[BankResult], error) {
	return results(s.Cashier.Statements.Pay(ctx, c.By, choices(in), in.Reason))
}

func (s *Handlers) bankSuspend(ctx context.Context, c *route.Call, in wire.Reason) (Recorded, error) {
	m, err := s.Cashier.Statements.Suspend(ctx, c.By, c.ID(), in.Reason)
	return Recorded{ID: m.SN}, err
}

func (s *Handlers) bankLink(ctx context.Context, c *route.Call, in BankLink) (BankLine, error) {
	return s.bankLineNow(ctx, c, s.Cashier.Statements.Link(ctx, c.By, c.ID(), strings.TrimSpace(in.Order), in.Reason))
}

func (s *Handlers) bankIgnore(ctx context.Context, c *route.Call, in wire.Reason) (BankLine, error) {
	return s.bankLineNow(ctx, c, s.Cashier.Statements.Ignore(ctx, c.By, c.ID(), in.Reason))
}

func (s *Handlers) bankReopen(ctx context.Context, c *route.Call, in wire.Reason) (BankLine, error) {
	return s.bankLineNow(ctx, c, s.Cashier.Statements.Reopen(ctx, c.By, c.ID(), in.Reason))
}
