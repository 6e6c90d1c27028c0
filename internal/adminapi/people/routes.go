package people

import (
	"net/http"
	"slices"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/player"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/statement"
	"hongyun/internal/ticket"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// Handlers serves sessions, staff, second-person requests, players, their questions and the audit.
type Handlers struct {
	Read      db.Reader
	Clock     calendar.Clock
	TLS       bool
	Demo      bool
	Staff     *account.Accounts
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

// Routes are the calls of sessions, staff, second-person requests, players, their questions and the audit.
func (s *Handlers) Routes() []route.Route {
	own := []route.Route{
		route.Without(route.Act("/login", route.Anybody, "open a session with password and TOTP code", s.logIn)),
		route.Without(route.Act("/enrol/open", route.Anybody, "open an invitation; shows the secret of a new authenticator", s.enrolOpen)),
		route.Without(route.Act("/enrol", route.Anybody, "set the password and the authenticator of an invited account", s.enrol)),
		route.Act("/step-up", route.Anybody, "show a fresh code, for what needs one", s.stepUp),
		route.Act("/profile/password", route.Anybody, "change one's own password", s.passwordChange),
		route.ShownOnce(route.Act("/profile/authenticator", route.Anybody, "begin the change of one's own authenticator", s.authenticatorBegin)),
		route.Act("/profile/authenticator/confirm", route.Anybody, "end it with a code of the new one", s.authenticatorConfirm),
		route.Read("/profile", route.Anybody, "one's own account", s.profile),
		route.Read("/profile/sessions", route.Anybody, "one's own sessions, the last used first", s.ownSessions),
		route.Act("/profile/sessions/end", route.Anybody, "end all of one's own sessions but this one", s.ownSessionsEnd),
		route.Act("/profile/sessions/{session}/end", route.Anybody, "end one of one's own sessions", s.ownSessionEnd),
		route.Act("/logout", route.Anybody, "end the session", s.logOut),
		route.Read("/me", route.Anybody, "who is at work, and what they may do", s.Me),

		route.Read("/players", staff.PlayerView, "find players", s.players,
			route.Walk("q", "by", "frozen", "excluded")...),
		route.Read("/players/{id}", staff.PlayerView, "a player", s.player),
		route.ShownOnce(route.Act("/players/{id}/reveal", staff.PlayerReveal, "one personal field in full", s.playerReveal)),
		route.Read("/players/{id}/wallets", staff.PlayerView, "a player's wallets by our books", s.playerWallets),
		route.Read("/players/{id}/postings", staff.PlayerView, "a player's postings", s.playerPostings,
			"page", "size", "from", "to"),
		route.Read("/players/{id}/sessions", staff.PlayerView, "a player's logins", s.playerSessions),
		route.Read("/players/{id}/links", staff.PlayerView, "other players who share a name, e-mail, browser or address", s.playerLinks),
		route.Act("/players/{id}/sessions/{session}/kick", staff.PlayerKick, "end one session", s.playerKick),
		route.Act("/players/{id}/kick", staff.PlayerKick, "end all sessions", s.playerKickAll),
		route.ShownOnce(route.Act("/players/{id}/reset", staff.PlayerReset, "issue a one-time code with which the player sets a new login password", s.playerReset)),
		route.ShownOnce(route.Act("/players/{id}/withdraw-reset", staff.PlayerReset, "issue a one-time code with which the player sets a new withdrawal password", s.playerWithdrawReset)),
		route.Act("/players/{id}/second-reset", staff.PlayerCorrect, "ask a second person to switch off a player's two-step login and remove the passkeys", s.playerSecondReset),
		route.Act("/players/{id}/correct", staff.PlayerCorrect, "ask a second person to correct a personal field", s.playerCorrect),
		route.Act("/players/{id}/cards/{card}/remove", staff.PlayerCorrect, "ask a second person to remove a bank card", s.playerCardRemove),
		route.Act("/players/{id}/addresses/{address}/remove", staff.PlayerCorrect, "ask a second person to remove a USDT address", s.playerAddressRemove),
		route.Act("/players/{id}/return/lift", staff.PlayerFreeze, "ask a second person to lift the blocks of a likely returned player", s.playerReturnLift),
		route.Read("/players/{id}/limits", staff.PlayerView, "what a player decided about limits, time-outs and self-exclusion; staff change none of it", s.playerLimits),
		route.Act("/players/{id}/freeze", staff.PlayerFreeze, "stop logins, deposits, transfers to venues, games, bets or withdrawals", s.playerFreeze),
		route.Act("/players/{id}/unfreeze", staff.PlayerFreeze, "allow them again", s.playerUnfreeze),

		route.Read("/tickets", staff.TicketView, "questions of players; state=queue is what support has to answer, oldest first", s.tickets,
			route.Walk("state", "kind", "playerId", "mine")...),
		route.Read("/tickets/{id}", staff.TicketView, "a question with its thread and the notes of staff", s.ticket),
		route.Read("/tickets/{id}/pictures/{picture}", staff.TicketView, "a picture of a thread", s.ticketPicture),
		route.Act("/tickets/{id}/take", staff.TicketAnswer, "take a question on, or over from another person", s.ticketTake),
		route.Act("/tickets/{id}/release", staff.TicketAnswer, "give it back to the queue", s.ticketRelease),
		route.Act("/tickets/{id}/answer", staff.TicketAnswer, "answer it, and close it if that is said", s.ticketAnswer),
		route.Act("/tickets/{id}/note", staff.TicketAnswer, "leave a note that the player does not see", s.ticketNote),
		route.Act("/tickets/{id}/solve", staff.TicketAnswer, "close it without an answer", s.ticketSolve),
		route.Read("/ticket-templates", staff.TicketView, "texts to begin an answer with", s.ticketTemplates),
		route.Act("/ticket-templates", staff.TicketAnswer, "write a template or change one", s.ticketTemplateSave),
		route.Act("/ticket-templates/{id}/remove", staff.TicketAnswer, "take a template away", s.ticketTemplateRemove),

		route.Read("/approvals", staff.ApprovalView, "what waits for a second person", s.approvals,
			route.Walk("state", "kind")...),
		route.Read("/requests", route.Anybody, "what the caller asked a second person for, newest first", s.myRequests,
			route.Walk("state")...),
		route.Act("/approvals/{id}/approve", staff.ApprovalDecide, "agree, and carry it out", s.approve),
		route.Act("/approvals/{id}/refuse", staff.ApprovalDecide, "refuse", s.refuse),
		route.ShownOnce(route.Act("/approvals/{id}/reveal", staff.PlayerReveal, "the personal field that a request corrects, before and after, in full", s.approvalReveal)),
		route.Act("/approvals/{id}/withdraw", route.Anybody, "take back one's own request", s.withdrawRequest),

		route.Read("/audit", staff.AuditView, "what staff did", s.audit,
			route.Walk("actor", "action", "subject", "from", "to")...),
		route.Act("/audit/verify", staff.AuditVerify, "follow the audit chain", s.auditVerify),
	}
	return slices.Concat(own, s.accounts(), s.listExports())
}

// accounts are the calls of the people of the back office, their roles and networks.
func (s *Handlers) accounts() []route.Route {
	return []route.Route{
		route.Read("/staff", staff.StaffView, "people of the back office", s.staffList,
			"page", "size", "q"),
		route.Read("/staff/roles", staff.StaffView, "roles and what they may do", s.staffRoles),
		route.Read("/permissions", staff.StaffView, "every permission with its name and group", s.permissions),
		route.StepUp(route.Act("/roles", staff.StaffManage, "make a role, or ask a second person to", s.roleAdd)),
		route.StepUp(route.Act("/roles/{id}", staff.StaffManage, "rename a role or change its permissions; what it gains needs a second person", s.roleChange)),
		route.StepUp(route.Act("/roles/{id}/remove", staff.StaffManage, "take a role away that no account has", s.roleRemove)),
		route.Read("/networks", staff.StaffView, "the networks from which the back office may be reached", s.networks),
		route.StepUp(route.Act("/networks", staff.StaffManage, "change them, or ask a second person to", s.networksSave)),
		route.Read("/staff/{id}/sessions", staff.StaffView, "the open sessions of an account", s.staffSessions),
		route.StepUp(route.Act("/staff/{id}/sessions/end", staff.StaffManage, "end all sessions of an account at once", s.staffSessionsEnd)),
		route.StepUp(route.Act("/staff/{id}/sessions/{session}/end", staff.StaffManage, "end one session of an account at once", s.staffSessionEnd)),
		route.StepUp(route.Act("/staff/{id}/limit", staff.StaffManage, "set the largest amount an account decides alone; a higher one needs a second person", s.staffLimit)),
		route.ShownOnce(route.StepUp(route.Answers(http.StatusCreated, route.Act("/staff", staff.StaffManage, "add an account, or ask a second person to", s.staffAdd)))),
		route.StepUp(route.Act("/staff/{id}/roles", staff.StaffManage, "ask a second person to change roles", s.staffSetRoles)),
		route.StepUp(route.Act("/staff/{id}/disable", staff.StaffManage, "disable an account at once", s.staffDisable)),
		route.StepUp(route.Act("/staff/{id}/enable", staff.StaffManage, "enable an account, or ask a second person to", s.staffEnable)),
		route.ShownOnce(route.StepUp(route.Act("/staff/{id}/reset", staff.StaffManage, "ask a second person to let somebody enrol again", s.staffReset))),
	}
}
