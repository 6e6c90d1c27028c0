package adminapi

import (
	"context"
	"encoding/json"

	"hongyun/internal/staff"
)

// AuditRow is a line of the audit trail.
type AuditRow struct {
	Seq        int64           `json:"seq"`
	At         Ms              `json:"at"`
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

func (s *peopleHandlers) audit(ctx context.Context, c *call) (Page[AuditRow], error) {
	f := staff.AuditFilter{
		Actor: c.text("actor"), Action: c.text("action"), Subject: c.text("subject"), From: c.time("from"), To: c.time("to"), Page: c.page(),
	}
	if err := c.checked(); err != nil {
		return Page[AuditRow]{}, err
	}
	rows, total, err := s.Staff.AuditTrail(ctx, f)
	return pageOf(rows, total, func(r staff.AuditRow) AuditRow {
		out := AuditRow{
			Seq: r.Seq, At: ms(r.At), Actor: r.Actor, Action: r.Action, ActionText: r.ActionText, Reason: textOf(r.Reason),
			IP: textOf(r.IP), RequestID: textOf(r.RequestID), Before: object(r.Before), After: object(r.After), Hash: r.Hash,
		}
		if r.SubjectType != "" {
			out.Subject = &Subject{Type: r.SubjectType, ID: r.SubjectID, Label: r.Label}
		}
		return out
	}), err
}

func (s *peopleHandlers) auditVerify(ctx context.Context, _ *call, _ Empty) (AuditVerified, error) {
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
