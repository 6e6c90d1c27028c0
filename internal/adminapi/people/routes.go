package adminapi

import (
	"net/http"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/player"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/statement"
	"hongyun/internal/ticket"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// peopleHandlers serves sessions, staff, second-person requests, players, their questions and the audit.
type peopleHandlers struct {
	Read      db.Reader
	Clock     calendar.Clock
	TLS       bool
	Demo      bool
	Staff     *staff.Staff
	Guard     *guard.Guard
	Players   *player.Players
	Ledger    *ledger.Ledger
	Wallets   *wallet.Wallets
	Cashier   *cashier.Cashier
	Bets      *bet.Bets
	Vip       *vip.Vip
	Statement *statement.Statement
	Tickets   *ticket.Tickets
	Book      *setting.Book
}

// routes are the calls of sessions, staff, second-person requests, players, their questions and the audit.
func (s *peopleHandlers) routes() []route {
	return []route{
		without(act("/login", anybody, "open a session with password and TOTP code", s.logIn)),
		without(act("/enrol/open", anybody, "open an invitation; shows the secret of a new authenticator", s.enrolOpen)),
		without(act("/enrol", anybody, "set the password and the authenticator of an invited account", s.enrol)),
		act("/step-up", anybody, "show a fresh code, for what needs one", s.stepUp),
		act("/profile/password", anybody, "change one's own password", s.passwordChange),
		shownOnce(act("/profile/authenticator", anybody, "begin the change of one's own authenticator", s.authenticatorBegin)),
		act("/profile/authenticator/confirm", anybody, "end it with a code of the new one", s.authenticatorConfirm),
		read("/profile", anybody, "one's own account", s.profile),
		read("/profile/sessions", anybody, "one's own sessions, the last used first", s.ownSessions),
		act("/profile/sessions/end", anybody, "end all of one's own sessions but this one", s.ownSessionsEnd),
		act("/profile/sessions/{session}/end", anybody, "end one of one's own sessions", s.ownSessionEnd),
		act("/logout", anybody, "end the session", s.logOut),
		read("/me", anybody, "who is at work, and what they may do", s.me),

		read("/players", staff.PlayerView, "find players", s.players,
			"page", "size", "q", "by", "frozen", "excluded"),
		read("/players/{id}", staff.PlayerView, "a player", s.player),
		shownOnce(act("/players/{id}/reveal", staff.PlayerReveal, "one personal field in full", s.playerReveal)),
		read("/players/{id}/wallets", staff.PlayerView, "a player's wallets by our books", s.playerWallets),
		read("/players/{id}/postings", staff.PlayerView, "a player's postings", s.playerPostings,
			"page", "size", "from", "to"),
		read("/players/{id}/sessions", staff.PlayerView, "a player's logins", s.playerSessions),
		read("/players/{id}/links", staff.PlayerView, "other players who share a name, e-mail, browser or address", s.playerLinks),
		act("/players/{id}/sessions/{session}/kick", staff.PlayerKick, "end one session", s.playerKick),
		act("/players/{id}/kick", staff.PlayerKick, "end all sessions", s.playerKickAll),
		shownOnce(act("/players/{id}/reset", staff.PlayerReset, "issue a one-time code with which the player sets a new login password", s.playerReset)),
		shownOnce(act("/players/{id}/withdraw-reset", staff.PlayerReset, "issue a one-time code with which the player sets a new withdrawal password", s.playerWithdrawReset)),
		act("/players/{id}/second-reset", staff.PlayerCorrect, "ask a second person to switch off a player's two-step login", s.playerSecondReset),
		act("/players/{id}/correct", staff.PlayerCorrect, "ask a second person to correct a personal field", s.playerCorrect),
		act("/players/{id}/cards/{card}/remove", staff.PlayerCorrect, "ask a second person to remove a bank card", s.playerCardRemove),
		act("/players/{id}/addresses/{address}/remove", staff.PlayerCorrect, "ask a second person to remove a USDT address", s.playerAddressRemove),
		act("/players/{id}/return/lift", staff.PlayerFreeze, "ask a second person to lift the blocks of a likely returned player", s.playerReturnLift),
		read("/players/{id}/limits", staff.PlayerView, "what a player decided about limits, time-outs and self-exclusion; staff change none of it", s.playerLimits),
		act("/players/{id}/freeze", staff.PlayerFreeze, "stop logins, deposits, transfers to venues, games, bets or withdrawals", s.playerFreeze),
		act("/players/{id}/unfreeze", staff.PlayerFreeze, "allow them again", s.playerUnfreeze),

		read("/tickets", staff.TicketView, "questions of players; state=queue is what support has to answer, oldest first", s.tickets,
			"page", "size", "state", "kind", "playerId", "mine"),
		read("/tickets/{id}", staff.TicketView, "a question with its thread and the notes of staff", s.ticket),
		read("/tickets/{id}/pictures/{picture}", staff.TicketView, "a picture of a thread", s.ticketPicture),
		act("/tickets/{id}/take", staff.TicketAnswer, "take a question on, or over from another person", s.ticketTake),
		act("/tickets/{id}/release", staff.TicketAnswer, "give it back to the queue", s.ticketRelease),
		act("/tickets/{id}/answer", staff.TicketAnswer, "answer it, and close it if that is said", s.ticketAnswer),
		act("/tickets/{id}/note", staff.TicketAnswer, "leave a note that the player does not see", s.ticketNote),
		act("/tickets/{id}/solve", staff.TicketAnswer, "close it without an answer", s.ticketSolve),
		read("/ticket-templates", staff.TicketView, "texts to begin an answer with", s.ticketTemplates),
		act("/ticket-templates", staff.TicketAnswer, "write a template or change one", s.ticketTemplateSave),
		act("/ticket-templates/{id}/remove", staff.TicketAnswer, "take a template away", s.ticketTemplateRemove),

		read("/approvals", staff.ApprovalView, "what waits for a second person", s.approvals,
			"page", "size", "state", "kind"),
		read("/requests", anybody, "what the caller asked a second person for, newest first", s.myRequests,
			"page", "size", "state"),
		act("/approvals/{id}/approve", staff.ApprovalDecide, "agree, and carry it out", s.approve),
		act("/approvals/{id}/refuse", staff.ApprovalDecide, "refuse", s.refuse),
		shownOnce(act("/approvals/{id}/reveal", staff.PlayerReveal, "the personal field that a request corrects, before and after, in full", s.approvalReveal)),
		act("/approvals/{id}/withdraw", anybody, "take back one's own request", s.withdrawRequest),

		read("/staff", staff.StaffView, "people of the back office", s.staffList,
			"page", "size", "q"),
		read("/staff/roles", staff.StaffView, "roles and what they may do", s.staffRoles),
		read("/permissions", staff.StaffView, "every permission with its name and group", s.permissions),
		stepUp(act("/roles", staff.StaffManage, "make a role, or ask a second person to", s.roleAdd)),
		stepUp(act("/roles/{id}", staff.StaffManage, "rename a role or change its permissions; what it gains needs a second person", s.roleChange)),
		stepUp(act("/roles/{id}/remove", staff.StaffManage, "take a role away that no account has", s.roleRemove)),
		read("/networks", staff.StaffView, "the networks from which the back office may be reached", s.networks),
		stepUp(act("/networks", staff.StaffManage, "change them, or ask a second person to", s.networksSave)),
		read("/staff/{id}/sessions", staff.StaffView, "the open sessions of an account", s.staffSessions),
		stepUp(act("/staff/{id}/sessions/end", staff.StaffManage, "end all sessions of an account at once", s.staffSessionsEnd)),
		stepUp(act("/staff/{id}/sessions/{session}/end", staff.StaffManage, "end one session of an account at once", s.staffSessionEnd)),
		stepUp(act("/staff/{id}/limit", staff.StaffManage, "set the largest amount an account decides alone; a higher one needs a second person", s.staffLimit)),
		shownOnce(stepUp(answers(http.StatusCreated, act("/staff", staff.StaffManage, "add an account, or ask a second person to", s.staffAdd)))),
		stepUp(act("/staff/{id}/roles", staff.StaffManage, "ask a second person to change roles", s.staffSetRoles)),
		stepUp(act("/staff/{id}/disable", staff.StaffManage, "disable an account at once", s.staffDisable)),
		stepUp(act("/staff/{id}/enable", staff.StaffManage, "enable an account, or ask a second person to", s.staffEnable)),
		shownOnce(stepUp(act("/staff/{id}/reset", staff.StaffManage, "ask a second person to let somebody enrol again", s.staffReset))),

		read("/audit", staff.AuditView, "what staff did", s.audit,
			"page", "size", "actor", "action", "subject", "from", "to"),
		act("/audit/verify", staff.AuditVerify, "follow the audit chain", s.auditVerify),
	}
}
