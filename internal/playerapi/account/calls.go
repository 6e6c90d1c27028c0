package account

import (
	"net/netip"

	"hongyun/internal/bet"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/player"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/promo"
	"hongyun/internal/ticket"
	"hongyun/internal/vip"
)

// Handlers serves logins, profiles, limits, VIP levels, questions and messages.
type Handlers struct {
	Read     db.Reader
	Players  *player.Players
	Ledger   *ledger.Ledger
	Deposits *deposit.Deposits
	Bets     *bet.Bets
	Vip      *vip.Vip
	Promo    *promo.Promo
	Guard    *guard.Guard
	Inbox    *inbox.Inbox
	Tickets  *ticket.Tickets

	Serves func(netip.Addr) bool // see Settings
	TLS    bool                  // browsers reach the site by https
}

// Calls are the calls of logins, profiles, limits, VIP levels, questions and messages.
func (s *Handlers) Calls() []route.Call {
	return []route.Call{
		route.Get("/token", route.Anyone, "player", "captcha image as a data URL", s.captchaData, route.Open),
		route.Get("/v1/PubInterface/GetVerificationImage", route.Anyone, "player", "captcha image", s.captchaImage, route.Open),
		route.Post("/v1/PubInterface/CallRegAction", route.Anyone, "player", "register", s.register, route.Guess, route.Rests),
		route.Post("/v1/PubInterface/CallLogInAction", route.Anyone, "player", "log in", s.logIn, route.Guess, route.Rests),
		route.Post("/v1/PubInterface/ResetPassword", route.Anyone, "player", "set a new login password with a code of customer service", s.resetPassword, route.Guess, route.Rests),
		route.Post("/v1/PubInterface/ResetChannels", route.Anyone, "player", "ours: by what a code to reset the password can come", s.resetChannels),
		route.Post("/v1/PubInterface/SendResetCode", route.Anyone, "player", "ours: send a code to a proved phone or e-mail address", s.sendResetCode, route.Guess, route.Rests),
		route.Post("/v1/PubInterface/ResetByCode", route.Anyone, "player", "ours: set a new login password with that code", s.resetByCode, route.Guess, route.Rests),
		route.Post("/v1/PubInterface/BeginPasskeyLogin", route.Anyone, "player", "ours: ask the browser for a passkey", s.beginPasskeyLogin, route.Guess, route.Rests),
		route.Post("/v1/PubInterface/PasskeyLoginAction", route.Anyone, "player", "ours: log in with a passkey", s.passkeyLogin, route.Guess, route.Rests),
		route.Post("/v1/Do/LogOutAction", route.AnyPlayer, "player", "log out", s.logOut),
		route.Post("/v1/Select/PlayerInfoItem", route.AnyPlayer, "player", "user info", s.playerInfo),
		route.Post("/v1/Do/CallUpdatePlayerInfoAction", route.DevicePlayer, "player", "fill in a profile field", s.updateInfo, route.Rests),
		route.Post("/v1/Do/CallPlayerUpdatePasswordAction", route.DevicePlayer, "player", "change the password", s.changePassword, route.Guess, route.Rests),
		route.Post("/v1/Do/ResetWithdrawPassword", route.DevicePlayer, "player", "set the withdrawal password with a code of customer service", s.resetWithdrawPassword, route.Guess, route.Rests),
		route.Post("/v1/Select/PlayerSecurity", route.AnyPlayer, "player", "ours: two-step login, and the player's logins", s.security),
		route.Post("/v1/Do/SendCodeAction", route.DevicePlayer, "player", "ours: send a code to the phone or e-mail address", s.sendCode, route.Guess, route.Rests),
		route.Post("/v1/Do/ProveContactAction", route.DevicePlayer, "player", "ours: prove the phone or e-mail address by a code", s.proveContact, route.Guess, route.Rests),
		route.Post("/v1/Do/ChangeContactAction", route.DevicePlayer, "player", "ours: change a proved phone or e-mail address by two codes", s.changeContact, route.Guess, route.Rests),
		route.Post("/v1/Do/ContactNoticesAction", route.DevicePlayer, "player", "ours: messages about money by SMS or e-mail, on or off", s.contactNotices, route.Rests),
		route.Post("/v1/Do/EndSessionAction", route.DevicePlayer, "player", "ours: log out on another device, or on all others", s.endSession),
		route.Post("/v1/Do/BeginSecondAction", route.DevicePlayer, "player", "ours: begin to set up an authenticator", s.beginSecond, route.Guess, route.Rests),
		route.Post("/v1/Do/ConfirmSecondAction", route.DevicePlayer, "player", "ours: switch two-step login on", s.confirmSecond, route.Guess, route.Rests),
		route.Post("/v1/Do/EndSecondAction", route.DevicePlayer, "player", "ours: switch two-step login off", s.endSecond, route.Guess, route.Rests),
		route.Post("/v1/Do/RenewRecoveryAction", route.DevicePlayer, "player", "ours: make new recovery codes", s.renewRecovery, route.Guess, route.Rests),
		route.Post("/v1/Do/BeginPasskeyAction", route.DevicePlayer, "player", "ours: begin to add a passkey", s.beginPasskey, route.Guess, route.Rests),
		route.Post("/v1/Do/AddPasskeyAction", route.DevicePlayer, "player", "ours: add the passkey that the browser made", s.addPasskey, route.Guess, route.Rests),
		route.Post("/v1/Do/RenamePasskeyAction", route.DevicePlayer, "player", "ours: rename a passkey", s.renamePasskey, route.Rests),
		route.Post("/v1/Do/RemovePasskeyAction", route.DevicePlayer, "player", "ours: remove a passkey", s.removePasskey, route.Guess, route.Rests),
		route.Post("/v1/Do/SetWithdrawPassword", route.DevicePlayer, "player", "set the withdrawal password", s.setWithdrawPassword, route.Guess, route.Rests),

		route.Post("/v1/Select/PlayerBetVipLevel", route.AnyPlayer, "vip", "levels of the three tracks, and what the next ones bring", s.vipLevels),
		route.Post("/v1/Select/VipProgrammes", route.AnyPlayer, "vip", "both VIP programmes with their tables and how the player stands", s.vipProgrammes),
		route.Post("/v1/Select/VipAwards", route.AnyPlayer, "vip", "what the player's levels brought", s.vipAwards),

		route.Post("/v1/Select/Referrals", route.AnyPlayer, "promo", "ours: friends the player invited, masked, and what they brought", s.referrals),

		route.Post("/v1/Select/PlayerLimits", route.AnyPlayer, "guard", "ours: the player's limits, time-out and self-exclusion, with their history", s.playerLimits),
		route.Post("/v1/Select/RealityCheck", route.AnyPlayer, "guard", "ours: when the session began, and what it came to so far", s.realityCheck, route.Poll),
		route.Post("/v1/Do/DepositLimitAction", route.DevicePlayer, "guard", "ours: lower a deposit limit at once, or ask for a higher one or none", s.setLimit),
		route.Post("/v1/Do/ConfirmLimitAction", route.DevicePlayer, "guard", "ours: confirm a higher deposit limit, or none, after its wait", s.confirmLimit),
		route.Post("/v1/Do/CancelLimitAction", route.DevicePlayer, "guard", "ours: drop a change of a deposit limit that waits", s.cancelLimit),
		route.Post("/v1/Do/TimeOutLimitAction", route.DevicePlayer, "guard", "ours: a time-out of days, at once", s.timeOut),
		route.Post("/v1/Do/ExcludeLimitAction", route.DevicePlayer, "guard", "ours: self-exclusion, at once", s.exclude, route.Guess),
		route.Post("/v1/Do/ReturnLimitAction", route.DevicePlayer, "guard", "ours: ask for the end of an exclusion whose time is over", s.askToReturn, route.Guess),
		route.Post("/v1/Do/RealityLimitAction", route.DevicePlayer, "guard", "ours: choose the interval of reality checks", s.setReality),

		route.Post("/v1/Select/InboxItems", route.AnyPlayer, "inbox", "ours: messages to the player, newest first", s.inboxItems),
		route.Post("/v1/Select/InboxUnread", route.AnyPlayer, "inbox", "ours: how many messages are unread", s.inboxUnread, route.Poll),
		route.Post("/v1/Do/InboxReadAction", route.AnyPlayer, "inbox", "ours: mark a message as read", s.inboxRead),
		route.Post("/v1/Do/InboxReadAllAction", route.AnyPlayer, "inbox", "ours: mark all messages as read", s.inboxReadAll),
		route.Post("/v1/Select/PushState", route.AnyPlayer, "inbox", "ours: whether web push is open, and on in this browser", s.pushState),
		route.Post("/v1/Do/PushOnAction", route.DevicePlayer, "inbox", "ours: send messages to this browser as well", s.pushOn),
		route.Post("/v1/Do/PushOffAction", route.AnyPlayer, "inbox", "ours: send no more messages to this browser", s.pushOff),

		route.Post("/v1/Select/TicketItems", route.AnyPlayer, "ticket", "ours: the player's questions to support", s.ticketItems),
		route.Post("/v1/Select/TicketThread", route.AnyPlayer, "ticket", "ours: a question with its thread; its answers count as seen", s.ticketThread),
		route.Post("/v1/Select/TicketPicture", route.AnyPlayer, "ticket", "ours: a picture of the player's own", s.ticketPicture),
		route.Post("/v1/Do/TicketOpenAction", route.DevicePlayer, "ticket", "ours: ask support", s.ticketOpen),
		route.Post("/v1/Do/TicketReplyAction", route.DevicePlayer, "ticket", "ours: write into the thread of a question", s.ticketReply),
		route.Post("/v1/Do/TicketRateAction", route.DevicePlayer, "ticket", "ours: say how satisfied the player is with a solved question", s.ticketRate),
		route.Post("/v1/Do/TicketPictureAction", route.DevicePlayer, "ticket", "ours: upload a picture for a question", s.ticketUpload, route.Upload),
	}
}
