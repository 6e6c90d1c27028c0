package staff

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// States of a second-person request.
const (
	Pending   = "pending"
	Approved  = "approved"
	Refused   = "refused"
	Void      = "void"      // its subject changed before anybody decided
	Withdrawn = "withdrawn" // taken back by the one who made it
	Expired   = "expired"   // nobody decided in time
)

// RequestStates are the states in the order in which a request reaches them.
var RequestStates = []string{Pending, Approved, Refused, Withdrawn, Expired, Void}

// takesEffect is the label of the line that says from when an approved request
// holds. Each request has one.
const takesEffect = "生效时间"

// Detail is one line of what the second person is shown.
type Detail struct {
	Label string `json:"label"` // Chinese
	Value string `json:"value"`
}

// Request asks for a second person.
type Request struct {
	Kind    string     // one of kindPermission
	Subject string     // type and id; one open request each
	Label   string     // what people call the subject
	Title   string     // Chinese
	Amount  *money.Fen // nil where it is not about money
	Player  string     // whose money grows by it, or can go elsewhere: see Favoured
	Details []Detail   // what changes, in words: the second person sees nothing else
	Effect  string     // from when it holds; at once if empty
	Payload any        // JSON; what the executor is given, unchanged
	Reason  string
}

// Approval is a request and what became of it.
type Approval struct {
	ID, Kind, Subject, Label, Title string
	Amount                          *money.Fen
	Details                         []Detail
	Payload                         json.RawMessage
	Reason                          string
	Maker, MakerName                string
	MadeAt, ExpiresAt               time.Time
	State                           string
	Checker, CheckerName            string
	DecidedAt                       time.Time // zero while pending
	Decision                        string    // what the second person wrote

	// Invitation is what approving a new account or a reset gives the one who
	// approved, once. Only Decide sets it.
	Invitation *Invitation
}

// Executor carries out what was decided, in the transaction of the decision.
// One that finds its subject changed returns ErrSubjectChange: nothing is
// done, and the request becomes void.
type Executor func(ctx context.Context, tx *db.Tx, by Actor, a Approval) error

// OnApproved sets what an approved request of a kind does. It is called while
// the house is built; a kind without a permission of its own stops the program.
func (s *Staff) OnApproved(kind string, run Executor) { s.on(s.onApproved, kind, run) }

// OnRefused sets what else a refused request of a kind does, if anything.
func (s *Staff) OnRefused(kind string, run Executor) { s.on(s.onRefused, kind, run) }

func (s *Staff) on(table map[string]Executor, kind string, run Executor) {
	if kindPermission[kind] == "" {
		panic("staff: no permission is named for requests of kind " + kind)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	table[kind] = run
}

func (s *Staff) executor(table map[string]Executor, kind string) Executor {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return table[kind]
}

// RequestApproval writes a request that waits for a second person, and returns
// its id. A subject has one open request at a time (ErrOpenRequest).
func (s *Staff) RequestApproval(ctx context.Context, tx *db.Tx, by Actor, r Request) (string, error) {
	if s.executor(s.onApproved, r.Kind) == nil {
		return "", fmt.Errorf("nothing carries out requests of kind %q", r.Kind)
	}
	reason, err := CheckReason(r.Reason)
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(r.Payload)
	if err != nil {
		return "", fmt.Errorf("request %s: %w", r.Kind, err)
	}
	lines, err := r.lines()
	if err != nil {
		return "", err
	}
	details, err := json.Marshal(lines)
	if err != nil {
		return "", fmt.Errorf("request %s: %w", r.Kind, err)
	}
	human, err := HumanOf(ctx, tx, by)
	if err != nil {
		return "", err
	}
	id := uuid.Must(uuid.NewV7()).String()
	made, err := tx.NewRaw(`
		INSERT INTO staff_approval (id, kind, subject, label, title, amount, player, details, payload, reason, maker, maker_name, maker_person, made_at, expires_at, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')
		ON CONFLICT (subject) WHERE state = 'pending' DO NOTHING`,
		id, r.Kind, r.Subject, r.Label, r.Title, (*int64)(r.Amount), r.Player, string(details), string(payload), reason,
		by.ID, by.Name, human, tx.NowMillis(), tx.Now().Add(s.asks).UnixMilli()).Exec(ctx)
	if err != nil {
		return "", fmt.Errorf("request %s: %w", r.Kind, err)
	}
	if n, _ := made.RowsAffected(); n == 0 {
		return "", ErrOpenRequest
	}
	return id, s.Audit(ctx, tx, by, Change{
		Action: "approval.request", Subject: r.Subject, Label: r.Label, Reason: reason,
		After: map[string]any{"approval": id, "kind": r.Kind, "payload": json.RawMessage(payload)},
	})
}

// lines are the details with the one line that says from when they hold. A
// request that says nothing is a mistake of the program.
func (r Request) lines() ([]Detail, error) {
	if len(r.Details) == 0 {
		return nil, fmt.Errorf("request %s has no details for the second person", r.Kind)
	}
	for _, d := range r.Details {
		if d.Label == takesEffect {
			return nil, fmt.Errorf("request %s: Effect says from when it holds", r.Kind)
		}
	}
	effect := r.Effect
	if effect == "" {
		effect = "通过后立即生效"
	}
	return append(slices.Clone(r.Details), Detail{takesEffect, effect}), nil
}

// MayDecide says why somebody may not decide a request, nil if they may:
// ErrOwnRequest (maker and checker are two people), ErrDenied (the decision
// and the action itself both need their permission), ErrNewcomer, ErrMakerOff
// (its maker's account was disabled), ErrDecided, ErrExpired.
func (s *Staff) MayDecide(ctx context.Context, r db.Reader, by Actor, a Approval) error {
	whyNot, err := s.MayDecideEach(ctx, r, by, []Approval{a})
	if err != nil {
		return err
	}
	return whyNot[a.ID]
}

// Decide approves or refuses a request, once. What was asked for is carried
// out in the same transaction, exactly as it was asked. Beside MayDecide's
// faults it fails with ErrNoRequest, with ErrSubjectChange (the request is
// void then), and with whatever the executor refuses (the request stays open).
func (s *Staff) Decide(ctx context.Context, by Actor, id string, approve bool, note string) (Approval, error) {
	if note != "" || !approve {
		var err error
		if note, err = CheckReason(note); err != nil {
			return Approval{}, err
		}
	}
	state, table := Refused, s.onRefused
	if approve {
		state, table = Approved, s.onApproved
	}
	var out Approval
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := findApproval(ctx, tx, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if err := s.MayDecide(ctx, tx, by, a); err != nil {
			return err
		}
		// Decided first: the executor may look at the request, and may make another about the same subject.
		if err := closeApproval(ctx, tx, &a, by, state, note); err != nil {
			return err
		}
		run := s.executor(table, a.Kind)
		if run == nil && approve {
			return fmt.Errorf("nothing carries out requests of kind %q", a.Kind)
		}
		a.Invitation = &Invitation{}
		if run != nil {
			if err := run(ctx, tx, by, a); err != nil {
				return err
			}
		}
		out = a
		return s.auditDecision(ctx, tx, by, a)
	})
	if errors.Is(err, ErrSubjectChange) {
		return Approval{}, errors.Join(err, s.void(ctx, by, id))
	}
	return out, err
}

func (s *Staff) auditDecision(ctx context.Context, tx *db.Tx, by Actor, a Approval) error {
	action := map[string]string{
		Approved: "approval.approve", Refused: "approval.refuse", Void: "approval.void", Withdrawn: "approval.withdraw", Expired: "approval.expire",
	}[a.State]
	return s.Audit(ctx, tx, by, Change{
		Action: action, Subject: a.Subject, Label: a.Label, Reason: a.Decision,
		After: map[string]any{"approval": a.ID, "kind": a.Kind, "maker": a.MakerName, "payload": a.Payload},
	})
}

func (s *Staff) void(ctx context.Context, by Actor, id string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := findApproval(ctx, tx, id, tx.ForUpdate())
		if err != nil || a.State != Pending {
			return err
		}
		if err := closeApproval(ctx, tx, &a, System("approval"), Void, "相关内容已变更"); err != nil {
			return err
		}
		return s.auditDecision(ctx, tx, by, a)
	})
}

// VoidPending takes back the open request about a subject that has changed
// otherwise (a withdrawal that is rejected needs no second approval). None open
// is no error.
func (s *Staff) VoidPending(ctx context.Context, tx *db.Tx, by Actor, subject, why string) error {
	id, err := s.PendingApproval(ctx, tx, subject)
	if err != nil || id == "" {
		return err
	}
	a, err := findApproval(ctx, tx, id, tx.ForUpdate())
	if err != nil || a.State != Pending {
		return err
	}
	if err := closeApproval(ctx, tx, &a, System("approval"), Void, why); err != nil {
		return err
	}
	return s.auditDecision(ctx, tx, by, a)
}

func closeApproval(ctx context.Context, tx *db.Tx, a *Approval, by Actor, state, note string) error {
	stored, ended := state, ""
	if state == Withdrawn || state == Expired { // void, and why
		stored, ended = Void, state
	}
	_, err := tx.NewRaw("UPDATE staff_approval SET state = ?, ended = ?, checker = ?, checker_name = ?, decided_at = ?, decision = ? WHERE id = ?",
		stored, ended, by.ID, by.Name, tx.NowMillis(), note, a.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("decide request: %w", err)
	}
	a.State, a.Checker, a.CheckerName, a.DecidedAt, a.Decision = state, by.ID, by.Name, tx.Now(), note
	return nil
}

// Invitation lets the person of an account set a password and an authenticator,
// once. Where two people agreed, each holds a half: the maker of the request
// the code, the one who approved it the link, so that neither can use it alone.
type Invitation struct {
	Token     string // goes into the link; empty in the maker's half
	Code      string // empty where no second person was needed, and in the checker's half
	ExpiresAt time.Time
}
