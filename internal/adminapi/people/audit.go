package people

import (
	"context"
	"encoding/json"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/staff"
)

// AuditRow is a line of the audit trail.
type AuditRow struct {
	Seq        int64           `json:"seq"`
	At         wire.Ms         `json:"at"`
	Actor      string          `json:"actor"`
	Action     string          `json:"action"`
	ActionText string          `json:"actionText"`
	Subject    *Subject        `json:"subject"`
	Reason     *string         `json:"reason"`
	IP         *string         `json:"ip"`
	RequestID  *string         `json:"requestId"`
	Before     json.RawMessage `json:"before"`
	After      json.RawMessage `json:"after"`
	Hash       string          `json:"hash"`
}

// AuditVerified is what going through the trail found.
type AuditVerified struct {
	Passed  bool         `json:"passed"`
	Checked int64        `json:"checked"`
	Head    string       `json:"head"`
	Broken  *BrokenAudit `json:"broken"`
}

// BrokenAudit is the first row that is not as it was written.
type BrokenAudit struct {
	Seq  int64  `json:"seq"`
	Text string `json:"text"`
}

func (s *Handlers) audit(ctx context.Context, c *route.Call) (wire.Page[AuditRow], error) {
	f := staff.AuditFilter{
		Actor: c.Text("actor"), Action: c.Text("action"), Subject: c.Text("subject"), From: c.Time("from"), To: c.Time("to"), Page: c.Page(),
	}
	if err := c.Checked(); err != nil {
		return wire.Page[AuditRow]{}, err
	}
	rows, total, err := s.Staff.AuditTrail(ctx, f)
	return wire.PageOf(rows, total, func(r staff.AuditRow) AuditRow {
		out := AuditRow{
			Seq: r.Seq, At: wire.InMs(r.At), Actor: r.Actor, Action: r.Action, ActionText: r.ActionText, Reason: wire.TextOrNull(r.Reason),
			IP: wire.TextOrNull(r.IP), RequestID: wire.TextOrNull(r.RequestID), Before: wire.Object(r.Before), After: wire.Object(r.After), Hash: r.Hash,
		}
		if r.SubjectType != "" {
			out.Subject = &Subject{Type: r.SubjectType, ID: r.SubjectID, Label: r.Label}
		}
		return out
	}), err
}

func (s *Handlers) auditVerify(ctx context.Context, _ *route.Call, _ wire.Empty) (AuditVerified, error) {
	report, err := s.Staff.VerifyAudit(ctx)
	if err != nil {
		return AuditVerified{}, err
	}
	out := AuditVerified{Passed: report.OK(), Checked: report.Checked, Head: report.Head}
	if !report.OK() {
		out.Broken = &BrokenAudit{Seq: report.BrokenSeq, Text: report.Broken}
	}
	return out, nil
}
