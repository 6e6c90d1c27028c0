package playerapi

import (
	"net/netip"

	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/ticket"
	"hongyun/internal/vip"
)

// accountHandlers serves logins, profiles, limits, VIP levels, questions and messages.
type accountHandlers struct {
	Read     db.Reader
	Players  *player.Players
	Ledger   *ledger.Ledger
	Deposits *cashier.Deposits
	Bets     *bet.Bets
	Vip      *vip.Vip
	Promo    *promo.Promo
	Guard    *guard.Guard
	Inbox    *inbox.Inbox
	Tickets  *ticket.Tickets

	Serves func(netip.Addr) bool // see Settings
	TLS    bool                  // browsers reach the site by https
}

// calls are the calls of logins, profiles, limits, VIP levels, questions and messages.
func (s *accountHandlers) calls() []call {
	return []call{
		get("/token", whoAnyone, "player", "captcha image as a data URL", s.captchaData, open),
		get("/v1/PubInterface/GetVerificationImage", whoAnyone, "player", "captcha image", s.captchaImage, open),
		post("/v1/PubInterface/CallRegAction", whoAnyone, "player", "register", s.register, guess, rests),
		post("/v1/PubInterface/CallLogInAction", whoAnyone, "player", "log in", s.logIn, guess, rests),
		post("/v1/PubInterface/ResetPassword", whoAnyone, "player", "set a new login password with a code of customer service", s.resetPassword, guess, rests),
		post("/v1/PubInterface/ResetChannels", whoAnyone, "player", "ours: by what a code to reset the password can come", s.resetChannels),
		post("/v1/PubInterface/SendResetCode", whoAnyone, "player", "ours: send a code to a proved phone or e-mail address", s.sendResetCode, guess, rests),
		post("/v1/PubInterface/ResetByCode", whoAnyone, "player", "ours: set a new login password with that code", s.resetByCode, guess, rests),
		post("/v1/Do/LogOutAction", whoPlayer, "player", "log out", s.logOut),
		post("/v1/Select/PlayerInfoItem", whoPlayer, "player", "user info", s.playerInfo),
		post("/v1/Do/CallUpdatePlayerInfoAction", whoMoney, "player", "fill in a profile field", s.updateInfo, rests),
		post("/v1/Do/CallPlayerUpdatePasswordAction", whoMoney, "player", "change the password", s.changePassword, guess, rests),
		post("/v1/Do/ResetWithdrawPassword", whoMoney, "player", "set the withdrawal password with a code of customer service", s.resetWithdrawPassword, guess, rests),
		post("/v1/Select/PlayerSecurity", whoPlayer, "player", "ours: two-step login, and the player's logins", s.security),
		post("/v1/Do/SendCodeAction", whoMoney, "player", "ours: send a code to the phone or e-mail address", s.sendCode, guess, rests),
		post("/v1/Do/ProveContactAction", whoMoney, "player", "ours: prove the phone or e-mail address by a code", s.proveContact, guess, rests),
		post("/v1/Do/ChangeContactAction", whoMoney, "player", "ours: change a proved phone or e-mail address by two codes", s.changeContact, guess, rests),
		post("/v1/Do/ContactNoticesAction", whoMoney, "player", "ours: messages about money by SMS or e-mail, on or off", s.contactNotices, rests),
		post("/v1/Do/EndSessionAction", whoMoney, "player", "ours: log out on another device, or on all others", s.endSession),
		post("/v1/Do/BeginSecondAction", whoMoney, "player", "ours: begin to set up an authenticator", s.beginSecond, guess, rests),
		post("/v1/Do/ConfirmSecondAction", whoMoney, "player", "ours: switch two-step login on", s.confirmSecond, guess, rests),
		post("/v1/Do/EndSecondAction", whoMoney, "player", "ours: switch two-step login off", s.endSecond, guess, rests),
		post("/v1/Do/RenewRecoveryAction", whoMoney, "player", "ours: make new recovery codes", s.renewRecovery, guess, rests),
		post("/v1/Do/SetWithdrawPassword", whoMoney, "player", "set the withdrawal password", s.setWithdrawPassword, guess, rests),

		post("/v1/Select/PlayerBetVipLevel", whoPlayer, "vip", "levels of the three tracks, and what the next ones bring", s.vipLevels),
		post("/v1/Select/VipProgrammes", whoPlayer, "vip", "both VIP programmes with their tables and how the player stands", s.vipProgrammes),
		post("/v1/Select/VipAwards", whoPlayer, "vip", "what the player's levels brought", s.vipAwards),

		post("/v1/Select/Referrals", whoPlayer, "promo", "ours: friends the player invited, masked, and what they brought", s.referrals),

		post("/v1/Select/PlayerLimits", whoPlayer, "guard", "ours: the player's limits, time-out and self-exclusion, with their history", s.playerLimits),
		post("/v1/Select/RealityCheck", whoPlayer, "guard", "ours: when the session began, and what it came to so far", s.realityCheck, poll),
		post("/v1/Do/DepositLimitAction", whoMoney, "guard", "ours: lower a deposit limit at once, or ask for a higher one or none", s.setLimit),
		post("/v1/Do/ConfirmLimitAction", whoMoney, "guard", "ours: confirm a higher deposit limit, or none, after its wait", s.confirmLimit),
		post("/v1/Do/CancelLimitAction", whoMoney, "guard", "ours: drop a change of a deposit limit that waits", s.cancelLimit),
		post("/v1/Do/TimeOutLimitAction", whoMoney, "guard", "ours: a time-out of days, at once", s.timeOut),
		post("/v1/Do/ExcludeLimitAction", whoMoney, "guard", "ours: self-exclusion, at once", s.exclude, guess),
		post("/v1/Do/ReturnLimitAction", whoMoney, "guard", "ours: ask for the end of an exclusion whose time is over", s.askToReturn, guess),
		post("/v1/Do/RealityLimitAction", whoMoney, "guard", "ours: choose the interval of reality checks", s.setReality),

		post("/v1/Select/InboxItems", whoPlayer, "inbox", "ours: messages to the player, newest first", s.inboxItems),
		post("/v1/Select/InboxUnread", whoPlayer, "inbox", "ours: how many messages are unread", s.inboxUnread, poll),
		post("/v1/Do/InboxReadAction", whoPlayer, "inbox", "ours: mark a message as read", s.inboxRead),
		post("/v1/Do/InboxReadAllAction", whoPlayer, "inbox", "ours: mark all messages as read", s.inboxReadAll),

		post("/v1/Select/TicketItems", whoPlayer, "ticket", "ours: the player's questions to support", s.ticketItems),
		post("/v1/Select/TicketThread", whoPlayer, "ticket", "ours: a question with its thread; its answers count as seen", s.ticketThread),
		post("/v1/Select/TicketPicture", whoPlayer, "ticket", "ours: a picture of the player's own", s.ticketPicture),
		post("/v1/Do/TicketOpenAction", whoMoney, "ticket", "ours: ask support", s.ticketOpen),
		post("/v1/Do/TicketReplyAction", whoMoney, "ticket", "ours: write into the thread of a question", s.ticketReply),
		post("/v1/Do/TicketRateAction", whoMoney, "ticket", "ours: say how satisfied the player is with a solved question", s.ticketRate),
		post("/v1/Do/TicketPictureAction", whoMoney, "ticket", "ours: upload a picture for a question", s.ticketUpload, upload),
	}
}
