package adminapi

import (
	"context"
	"errors"
	"strings"

	"hongyun/internal/banksheet"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/bankfile"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
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
// heading. Amounts stand in two columns (in, out), or in one (amount) with a sign
// or with a column that says which way the money went (side).
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
	No       int    `json:"no"`
	At       Ms     `json:"at"`
	Timed    bool   `json:"timed" doc:"at has a time of day"`
	Incoming bool   `json:"incoming"`
	Amount   Yuan   `json:"amount"`
	Name     string `json:"name"`
	Account  string `json:"account" doc:"masked"`
	Remark   string `json:"remark"`
	Serial   string `json:"serial"`
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
	In       Yuan              `json:"in"`
	Out      Yuan              `json:"out"`
	Skipped  []BankSkipped     `json:"skipped" doc:"the first twenty"`
	LeftOut  int               `json:"leftOut"`
}

// BankFile is an imported file.
type BankFile struct {
	ID       string  `json:"id"`
	Account  string  `json:"account"`
	Label    string  `json:"label"`
	Name     string  `json:"name"`
	Form     string  `json:"form"`
	Encoding string  `json:"encoding"`
	Lines    int     `json:"lines"`
	Added    int     `json:"added"`
	LeftOut  int     `json:"leftOut"`
	First    Ms      `json:"first"`
	Last     Ms      `json:"last"`
	MadeBy   string  `json:"madeBy"`
	MadeAt   Ms      `json:"madeAt"`
	UndoneBy *string `json:"undoneBy"`
	UndoneAt *Ms     `json:"undoneAt"`
	Reason   *string `json:"reason"`
	Before   *string `json:"before" doc:"when and by whom the same file was imported before"`
}

// BankLine is one movement of an account of ours.
type BankLine struct {
	ID        string         `json:"id"`
	File      string         `json:"file"`
	No        int            `json:"no"`
	Account   string         `json:"account"`
	Label     string         `json:"label"`
	Incoming  bool           `json:"incoming"`
	Amount    Yuan           `json:"amount"`
	At        Ms             `json:"at"`
	Timed     bool           `json:"timed"`
	Name      string         `json:"name"`
	Tail      string         `json:"tail"`
	Remark    string         `json:"remark"`
	Serial    string         `json:"serial"`
	Ref       string         `json:"ref"`
	State     string         `json:"state" enum:"open,used,linked,ignored,undone"`
	Order     *string        `json:"order"`
	DecidedBy *string        `json:"decidedBy"`
	DecidedAt *Ms            `json:"decidedAt"`
	Reason    *string        `json:"reason"`
	Proposals []BankProposal `json:"proposals"`
}

// BankProposal is an order that a line may pay, with the reasons.
type BankProposal struct {
	Order      string   `json:"order"`
	Kind       string   `json:"kind" enum:"deposit,payout"`
	PlayerID   string   `json:"playerId"`
	Amount     Yuan     `json:"amount"`
	State      string   `json:"state"`
	Name       string   `json:"name"`
	At         Ms       `json:"at"`
	Level      string   `json:"level" enum:"certain,likely,possible"`
	Why        []string `json:"why"`
	Offered    bool     `json:"offered" doc:"the only match on both sides; may be confirmed with others at once"`
	Booked     bool     `json:"booked" doc:"booked already, under another number; the line can be linked to it"`
	ApprovalID *string  `json:"approvalId"`
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

// BankResult is what became of a line.
type BankResult struct {
	Line       string  `json:"line"`
	Status     string  `json:"status" enum:"done,waiting,refused"`
	ApprovalID *string `json:"approvalId"`
	Problem    *string `json:"problem"`
}

// BankLink is the order that a line explains.
type BankLink struct {
	Order  string `json:"order"`
	Reason string `json:"reason"`
}

func (s *Server) bankNames(ctx context.Context) (map[int64]string, error) {
	return s.Cashier.Statements.AccountNames(ctx)
}

func (s *Server) bankOptions(ctx context.Context, _ *call) (BankOptions, error) {
	names, err := s.bankNames(ctx)
	out := BankOptions{Accounts: []BankAccount{}, Forms: each(banksheet.Forms, func(f banksheet.Form) BankForm { return BankForm{f.Code, f.Name} })}
	for _, id := range sortedKeys(names) {
		out.Accounts = append(out.Accounts, BankAccount{idText(id), names[id]})
	}
	return out, err
}

func (s *Server) statementFile(in BankUpload) (bankfile.StatementFile, error) {
	account, ok := idOf(in.Account)
	if !ok {
		return bankfile.StatementFile{}, bankfile.ErrStatementFor
	}
	return bankfile.StatementFile{Account: account, Name: in.Name, Content: in.Content, Form: in.Form, Mapping: banksheet.Mapping(in.Mapping)}, nil
}

// previewed is how many lines a preview shows.
const previewed = 20

func (s *Server) bankPreview(ctx context.Context, _ *call, in BankUpload) (BankPreview, error) {
	f, err := s.statementFile(in)
	if err != nil {
		return BankPreview{}, err
	}
	p, err := s.Cashier.Statements.Preview(ctx, f)
	if err != nil {
		return BankPreview{}, err
	}
	out := BankPreview{
		Encoding: p.Encoding, Columns: each(p.Columns, func(c string) string { return c }), Form: p.Form, Mapping: BankMapping(p.Mapping),
		Lines: each(p.Lines[:min(len(p.Lines), previewed)], previewLine), Count: len(p.Lines), In: yuan(p.In), Out: yuan(p.Out),
		Skipped: each(p.Skipped[:min(len(p.Skipped), previewed)], func(k banksheet.Skipped) BankSkipped { return BankSkipped{k.No, k.Why} }), LeftOut: len(p.Skipped),
	}
	if out.Mapping.Remarks == nil {
		out.Mapping.Remarks = []string{}
	}
	if f, told := fault.Of(p.Fault); told {
		out.Problem = textOf(f.Message())
	}
	return out, nil
}

func previewLine(l banksheet.Line) BankPreviewLine {
	account := l.Account
	if account != "" {
		account = "****" + account[max(len(account)-4, 0):]
	}
	return BankPreviewLine{
		No: l.No, At: ms(l.At), Timed: l.Timed, Incoming: l.Incoming, Amount: yuan(l.Amount), Name: l.Name, Account: account, Remark: l.Remark, Serial: l.Serial,
	}
}

func (s *Server) bankImport(ctx context.Context, c *call, in BankUpload) (BankFile, error) {
	f, err := s.statementFile(in)
	if err != nil {
		return BankFile{}, err
	}
	names, err := s.bankNames(ctx)
	if err != nil {
		return BankFile{}, err
	}
	made, err := s.Cashier.Statements.Import(ctx, c.by, f)
	out := bankFile(names)(made.File)
	out.Before = textOf(made.Before)
	return out, err
}

func bankFile(names map[int64]string) func(bankfile.File) BankFile {
	return func(f bankfile.File) BankFile {
		return BankFile{
			ID: f.ID, Account: idText(f.Account), Label: names[f.Account], Name: f.Name, Form: f.Form, Encoding: f.Encoding, Lines: f.Lines, Added: f.Added, LeftOut: f.LeftOut,
			First: ms(f.First), Last: ms(f.Last), MadeBy: f.MadeBy, MadeAt: ms(f.MadeAt), UndoneBy: textOf(f.UndoneBy), UndoneAt: msOf(f.UndoneAt), Reason: textOf(f.Reason),
		}
	}
}

func (s *Server) bankFiles(ctx context.Context, c *call) (Page[BankFile], error) {
	account, page := c.account(), c.page()
	if err := c.checked(); err != nil {
		return Page[BankFile]{}, err
	}
	names, err := s.bankNames(ctx)
	if err != nil {
		return Page[BankFile]{}, err
	}
	list, total, err := s.Cashier.Statements.Files(ctx, account, page)
	return pageOf(list, total, bankFile(names)), err
}

func (s *Server) bankUndo(ctx context.Context, c *call, in Reason) (none, error) {
	return none{}, s.Cashier.Statements.Undo(ctx, c.by, c.id(), in.Reason)
}

// account is the company account of a query, 0 for every one.
func (c *call) account() int64 {
	v := c.text("account")
	if v == "" {
		return 0
	}
	id, ok := idOf(v)
	if !ok {
		c.wrong("account")
	}
	return id
}

func (s *Server) bankLines(ctx context.Context, c *call) (Page[BankLine], error) {
	f := bank.LineFilter{
		Account: c.account(), File: c.text("file"), States: c.list("state", bank.LineStates...), Awaited: c.flag("awaited"), Serial: c.text("serial"), SN: c.text("order"),
		From: c.time("from"), To: c.time("to"), Page: c.page(),
	}
	switch c.one("way", "in", "out") {
	case "in":
		f.Incoming = new(true)
	case "out":
		f.Incoming = new(false)
	}
	if v := c.yuan("min"); v != nil {
		f.Min = *v
	}
	if v := c.yuan("max"); v != nil {
		f.Max = *v
	}
	if err := c.checked(); err != nil {
		return Page[BankLine]{}, err
	}
	list, total, err := s.Cashier.Statements.Lines(ctx, f)
	if err != nil {
		return Page[BankLine]{}, err
	}
	proposals, err := s.Cashier.Statements.Propose(ctx, list)
	if err != nil {
		return Page[BankLine]{}, err
	}
	names, err := s.bankNames(ctx)
	return pageOf(list, total, func(l bank.Line) BankLine { return bankLine(l, names, proposals[l.ID]) }), err
}

func bankLine(l bank.Line, names map[int64]string, proposals []bankfile.Proposal) BankLine {
	return BankLine{
		ID: l.ID, File: l.File, No: l.No, Account: idText(l.Account), Label: names[l.Account], Incoming: l.Incoming, Amount: yuan(l.Amount), At: ms(l.At), Timed: l.Timed,
		Name: l.Name, Tail: l.Tail, Remark: l.Remark, Serial: l.Serial, Ref: l.Ref, State: l.State, Order: textOf(l.SN),
		DecidedBy: textOf(l.DecidedBy), DecidedAt: msOf(l.DecidedAt), Reason: textOf(l.Reason), Proposals: each(proposals, bankProposal),
	}
}

func bankProposal(p bankfile.Proposal) BankProposal {
	return BankProposal{
		Order: p.SN, Kind: p.Kind, PlayerID: p.Player, Amount: yuan(p.Amount), State: p.State, Name: p.Name, At: ms(p.At), Level: p.Level, Why: each(p.Why, func(w string) string { return w }),
		Offered: p.Offered, Booked: p.Booked, ApprovalID: textOf(p.Asked),
	}
}

func (s *Server) bankLine(ctx context.Context, c *call) (BankLine, error) {
	return s.bankLineNow(ctx, c, nil)
}

// bankLineNow is the line as it is after a step.
func (s *Server) bankLineNow(ctx context.Context, c *call, err error) (BankLine, error) {
	if err != nil {
		return BankLine{}, err
	}
	l, proposals, err := s.Cashier.Statements.OneLine(ctx, c.id())
	if err != nil {
		return BankLine{}, err
	}
	names, err := s.bankNames(ctx)
	return bankLine(l, names, proposals), err
}

func choices(in BankConfirm) []bankfile.LineChoice {
	return each(in.Items, func(i BankChoice) bankfile.LineChoice {
		return bankfile.LineChoice{Line: i.Line, SN: strings.TrimSpace(i.Order), Chosen: i.Chosen}
	})
}

func results(list []bankfile.LineResult, err error) (Items[BankResult], error) {
	return itemsOf(list, func(r bankfile.LineResult) BankResult {
		out := BankResult{Line: r.Line, Status: "done"}
		var f *fault.Fault
		switch {
		case errors.As(r.Err, &f):
			out.Status, out.Problem = "refused", textOf(f.Message())
		case r.Outcome.ApprovalID != "":
			out.Status, out.ApprovalID = "waiting", textOf(r.Outcome.ApprovalID)
		}
		return out
	}), err
}

func (s *Server) bankCredit(ctx context.Context, c *call, in BankConfirm) (Items[BankResult], error) {
	return results(s.Cashier.Statements.Credit(ctx, c.by, choices(in), in.Reason))
}

func (s *Server) bankPay(ctx context.Context, c *call, in BankConfirm) (Items[BankResult], error) {
	return results(s.Cashier.Statements.Pay(ctx, c.by, choices(in), in.Reason))
}

func (s *Server) bankSuspend(ctx context.Context, c *call, in Reason) (Recorded, error) {
	m, err := s.Cashier.Statements.Suspend(ctx, c.by, c.id(), in.Reason)
	return Recorded{ID: m.SN}, err
}

func (s *Server) bankLink(ctx context.Context, c *call, in BankLink) (BankLine, error) {
	return s.bankLineNow(ctx, c, s.Cashier.Statements.Link(ctx, c.by, c.id(), strings.TrimSpace(in.Order), in.Reason))
}

func (s *Server) bankIgnore(ctx context.Context, c *call, in Reason) (BankLine, error) {
	return s.bankLineNow(ctx, c, s.Cashier.Statements.Ignore(ctx, c.by, c.id(), in.Reason))
}

func (s *Server) bankReopen(ctx context.Context, c *call, in Reason) (BankLine, error) {
	return s.bankLineNow(ctx, c, s.Cashier.Statements.Reopen(ctx, c.by, c.id(), in.Reason))
}

// bankRoutes are the calls of statements, of batches of payouts and of slips.
var bankRoutes = []route{
	read("/bank/options", staff.BankView, "accounts and forms that an import chooses among", (*Server).bankOptions),
	withFile(act("/bank/preview", staff.BankImport, "how a statement would be read; stores nothing", (*Server).bankPreview)),
	withFile(act("/bank/files", staff.BankImport, "import a statement of an account; each line once for ever", (*Server).bankImport)),
	read("/bank/files", staff.BankView, "imported statements, the newest first", (*Server).bankFiles, "page", "size", "account"),
	act("/bank/files/{id}/undo", staff.BankImport, "take back a statement of the wrong account, while nothing of it is booked", (*Server).bankUndo),
	read("/bank/lines", staff.BankView, "lines of statements with the orders that they may pay", (*Server).bankLines,
		walk("account", "file", "state", "way", "awaited", "serial", "order", "min", "max", "from", "to")...),
	read("/bank/lines/{id}", staff.BankView, "a line with the orders that it may pay", (*Server).bankLine),
	act("/bank/credit", staff.DepositConfirm, "credit deposits with what lines say came; a result for each", (*Server).bankCredit),
	act("/bank/pay", staff.WithdrawalPay, "note that withdrawals were paid by what lines say went; a result for each", (*Server).bankPay),
	act("/bank/lines/{id}/suspend", staff.DepositConfirm, "put a line that no order waits for into suspense", (*Server).bankSuspend),
	act("/bank/lines/{id}/link", staff.BankImport, "note that a line explains an order that was booked under another number", (*Server).bankLink),
	act("/bank/lines/{id}/ignore", staff.BankImport, "say that a line concerns no order", (*Server).bankIgnore),
	act("/bank/lines/{id}/reopen", staff.BankImport, "take back a link or an ignored line", (*Server).bankReopen),

	read("/payout-batches", staff.WithdrawalView, "batches of payouts, the newest first", (*Server).payoutBatches, "page", "size"),
	act("/payout-batches", staff.WithdrawalBatch, "put approved bank withdrawals into a batch, all or none", (*Server).payoutBatchMake),
	shownOnce(act("/payout-batches/{id}/file", staff.WithdrawalBatch, "the file of a batch for the bank, with full card numbers; audited each time", (*Server).payoutBatchFile)),
	act("/payout-batches/{id}/cancel", staff.WithdrawalBatch, "ask a second person to take the unpaid orders out of a batch", (*Server).payoutBatchCancel),

	read("/deposits/{id}/slips", staff.DepositView, "transfer slips that the player attached", (*Server).depositSlips),
	read("/deposits/{id}/slips/{slip}", staff.DepositView, "the picture of a slip", (*Server).depositSlip),
}
