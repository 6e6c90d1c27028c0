package adminapi

import (
	"net/http"

	"hongyun/internal/staff"
)

// routes is the back office: every call that exists, with the permission it
// needs. Who may do what is read off here and nowhere else.
var routes = []route{
	without(act("/login", anybody, "open a session with password and TOTP code", (*Server).logIn)),
	act("/logout", anybody, "end the session", (*Server).logOut),
	read("/me", anybody, "who is at work, and what they may do", (*Server).me),
	read("/badges", anybody, "how much waits in each queue", (*Server).badges),
	read("/dashboard", staff.DashboardView, "today beside yesterday", (*Server).dashboard),

	read("/deposits", staff.DepositView, "deposits", (*Server).deposits,
		"page", "size", "state", "style", "player", "playerId", "order", "from", "to"),
	read("/deposits/{id}", staff.DepositView, "a deposit with its callbacks and history", (*Server).deposit),
	act("/deposits/{id}/confirm", staff.DepositConfirm, "credit a bank transfer with what was received", (*Server).depositConfirm),
	act("/deposits/{id}/reject", staff.DepositConfirm, "close an order that was not paid", (*Server).depositReject),
	act("/deposits/{id}/review", staff.DepositConfirm, "put an order aside for a second look", (*Server).depositReview),
	act("/deposits/{id}/resolve", staff.DepositReview, "end a review", (*Server).depositResolve),

	read("/withdrawals", staff.WithdrawalView, "withdrawals", (*Server).withdrawals,
		"page", "size", "state", "player", "playerId", "order", "mine", "min", "max", "from", "to"),
	read("/withdrawals/{id}", staff.WithdrawalView, "a withdrawal with what bears on it", (*Server).withdrawal),
	act("/withdrawals/{id}/claim", staff.WithdrawalClaim, "take a withdrawal on", (*Server).withdrawalClaim),
	act("/withdrawals/{id}/release", staff.WithdrawalClaim, "give it back to the queue", (*Server).withdrawalRelease),
	act("/withdrawals/{id}/approve", staff.WithdrawalApprove, "approve it, or ask a second person", (*Server).withdrawalApprove),
	act("/withdrawals/{id}/reject", staff.WithdrawalApprove, "reject it; the money returns", (*Server).withdrawalReject),
	act("/withdrawals/{id}/destination", staff.WithdrawalPay, "where to pay it, in full", (*Server).withdrawalDestination),
	act("/withdrawals/{id}/paid", staff.WithdrawalPay, "it was paid out", (*Server).withdrawalPaid),
	act("/withdrawals/{id}/fail", staff.WithdrawalPay, "the payout failed; the money returns", (*Server).withdrawalFail),

	read("/players", staff.PlayerView, "find players", (*Server).players,
		"page", "size", "q", "by", "frozen"),
	read("/players/{id}", staff.PlayerView, "a player", (*Server).player),
	act("/players/{id}/reveal", staff.PlayerReveal, "one personal field in full", (*Server).playerReveal),
	read("/players/{id}/wallets", staff.PlayerView, "a player's wallets by our books", (*Server).playerWallets),
	read("/players/{id}/postings", staff.PlayerView, "a player's postings", (*Server).playerPostings,
		"page", "size", "from", "to"),
	read("/players/{id}/transfers", staff.PlayerView, "a player's transfers", (*Server).playerTransfers,
		"page", "size", "venue", "state", "order", "stuck", "from", "to"),
	read("/players/{id}/bets", staff.PlayerView, "a player's bets", (*Server).playerBets,
		"page", "size", "venue", "status", "from", "to"),
	read("/players/{id}/turnover", staff.PlayerView, "a player's turnover requirements", (*Server).playerTurnover),
	read("/players/{id}/turnover/{bucket}/lines", staff.PlayerView, "which bets filled a requirement", (*Server).playerTurnoverLines,
		"page", "size"),
	read("/players/{id}/cards", staff.PlayerView, "a player's bank cards, masked", (*Server).playerCards),
	read("/players/{id}/sessions", staff.PlayerView, "a player's logins", (*Server).playerSessions),
	act("/players/{id}/sessions/{session}/kick", staff.PlayerKick, "end one session", (*Server).playerKick),
	act("/players/{id}/kick", staff.PlayerKick, "end all sessions", (*Server).playerKickAll),
	act("/players/{id}/freeze", staff.PlayerFreeze, "stop logins, bets or withdrawals", (*Server).playerFreeze),
	act("/players/{id}/unfreeze", staff.PlayerFreeze, "allow them again", (*Server).playerUnfreeze),

	read("/transfers", staff.TransferView, "transfers", (*Server).transfers,
		"page", "size", "state", "stuck", "venue", "player", "playerId", "order", "from", "to"),
	read("/transfers/{id}", staff.TransferView, "a transfer with what was said about it", (*Server).transfer),
	act("/transfers/{id}/ask", staff.TransferAsk, "ask the venue now", (*Server).transferAsk),
	act("/transfers/{id}/settle", staff.TransferSettle, "ask a second person to settle it", (*Server).transferSettle),

	read("/cases", staff.CaseView, "what contradicts itself and waits for people, oldest first", (*Server).cases,
		"page", "size", "kind", "before", "min", "max", "player"),
	read("/cases/{id}", staff.CaseView, "a case with what each side said and what may be done", (*Server).oneCase),
	read("/money/accounts", staff.DepositView, "accounts of ours where money comes in", (*Server).moneyAccounts),
	answers(http.StatusCreated, act("/money", staff.DepositConfirm, "write down money that belongs to no order", (*Server).moneyRecord)),
	act("/money/{id}/assign", staff.DepositReview, "ask a second person to give money in suspense to a player", (*Server).moneyAssign),
	act("/money/{id}/return", staff.DepositReview, "ask a second person to note that it went back", (*Server).moneyReturn),
	act("/deposits/{id}/reverse", staff.DepositReview, "ask a second person to take back a reversed deposit", (*Server).depositReverse),
	act("/withdrawals/{id}/returned", staff.WithdrawalPay, "ask a second person to note that the bank sent it back", (*Server).withdrawalReturned),
	act("/withdrawals/{id}/late", staff.WithdrawalPay, "ask a second person to note that the bank paid it after all", (*Server).withdrawalLate),
	act("/withdrawals/{id}/recover", staff.WithdrawalPay, "ask a second person to decide who bears it", (*Server).withdrawalRecover),
	act("/players/{id}/owed", staff.DepositReview, "ask a second person to collect or forgive what a player owes", (*Server).playerOwed),

	read("/approvals", staff.ApprovalView, "what waits for a second person", (*Server).approvals,
		"page", "size", "state", "kind"),
	act("/approvals/{id}/approve", staff.ApprovalDecide, "agree, and carry it out", (*Server).approve),
	act("/approvals/{id}/refuse", staff.ApprovalDecide, "refuse", (*Server).refuse),

	read("/books", staff.BooksView, "the last run through the books", (*Server).books),
	read("/books/runs", staff.BooksView, "all runs through the books", (*Server).bookRuns,
		"page", "size"),
	answers(http.StatusAccepted, act("/books/verify", staff.BooksVerify, "go through the books now", (*Server).booksVerify)),

	read("/reconcile/findings", staff.ReconView, "breaks between us and the companies, and within the books", (*Server).reconFindings,
		"page", "size", "state", "kind", "channel", "player", "subject"),
	act("/reconcile/findings/{id}/settle", staff.ReconSettle, "settle a break, or ask a second person to", (*Server).reconSettle),
	act("/reconcile/findings/{id}/rebuild", staff.ReconSettle, "ask a second person to book what a restore lost", (*Server).reconRebuild),
	read("/reconcile/runs", staff.ReconView, "all comparisons with the companies", (*Server).reconRuns,
		"page", "size"),
	answers(http.StatusAccepted, act("/reconcile/run", staff.ReconRun, "compare the last days with every company now", (*Server).reconRun)),

	read("/venues", staff.VenueView, "venues with our position at each", (*Server).venues),
	act("/venues/{code}/state", staff.VenueSwitch, "open, maintain or close a venue", (*Server).venueSwitch),

	read("/gate", staff.GateView, "which ways of money are closed", (*Server).gate),
	act("/gate/close", staff.GateClose, "close a way of money at once", (*Server).gateClose),
	act("/gate/open", staff.GateOpen, "ask a second person to open it again", (*Server).gateOpen),
	answers(http.StatusAccepted, act("/gate/compare", staff.ReconRun, "after a restore: compare all it may have lost with every company", (*Server).gateCompare)),

	read("/staff", staff.StaffView, "people of the back office", (*Server).staffList,
		"page", "size", "q"),
	read("/staff/roles", staff.StaffView, "roles and what they may do", (*Server).staffRoles),
	answers(http.StatusCreated, act("/staff", staff.StaffManage, "add somebody", (*Server).staffAdd)),
	act("/staff/{id}/roles", staff.StaffManage, "ask a second person to change roles", (*Server).staffSetRoles),
	act("/staff/{id}/disable", staff.StaffManage, "disable somebody", (*Server).staffDisable),
	act("/staff/{id}/enable", staff.StaffManage, "enable somebody", (*Server).staffEnable),

	read("/audit", staff.AuditView, "what staff did", (*Server).audit,
		"page", "size", "actor", "action", "subject", "from", "to"),
	act("/audit/verify", staff.AuditVerify, "follow the audit chain", (*Server).auditVerify),

	read("/feed", staff.FeedView, "how far each bet feed is complete", (*Server).feed),
	read("/feed/windows", staff.FeedView, "windows of the bet feeds", (*Server).feedWindows,
		"page", "size", "venue", "state", "from", "to"),
	answers(http.StatusAccepted, act("/feed/windows/{id}/pull", staff.FeedPull, "pull a window again", (*Server).feedPull)),
}
