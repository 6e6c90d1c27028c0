package identity

import "hongyun/internal/fault"

// Rules of the forms (ACC-02..05, ACC-16, ACC-18); the pages use the same sentences.
var (
	ErrSpaces        = fault.New(fault.Invalid, "player.spaces", "不能包含空格")
	ErrNameEmpty     = fault.New(fault.Invalid, "player.name_empty", "用户名不能为空")
	ErrNameForm      = fault.New(fault.Invalid, "player.name_form", "请输入4-10位数字或字母")
	ErrPhoneEmpty    = fault.New(fault.Invalid, "player.phone_empty", "手机号不能为空")
	ErrPhoneForm     = fault.New(fault.Invalid, "player.phone_form", "请输入正确手机号")
	ErrPasswordEmpty = fault.New(fault.Invalid, "player.password_empty", "密码不能为空")
	ErrPasswordForm  = fault.New(fault.Invalid, "player.password_form", "请输入5-20位数字或字母")
	ErrPasswordWeak  = fault.New(fault.Invalid, "player.password_weak", "该密码过于常见，请更换一个")
	ErrPasswordsDiff = fault.New(fault.Invalid, "player.passwords_differ", "两次输入的密码不一致")
	ErrPasswordSame  = fault.New(fault.Invalid, "player.password_same", "新密码不能与当前密码相同")
	ErrCaptchaEmpty  = fault.New(fault.Invalid, "player.captcha_empty", "验证码不能为空")
	ErrCaptchaForm   = fault.New(fault.Invalid, "player.captcha_form", "请输入4位数字或字母的验证码")
	ErrVRand         = fault.New(fault.Invalid, "player.vrand", "验证码标识无效，请刷新验证码")
	ErrTrueNameEmpty = fault.New(fault.Invalid, "player.true_name_empty", "请输入真实姓名")
	ErrTrueNameForm  = fault.New(fault.Invalid, "player.true_name_form", "请输入正确的姓名")
	ErrEmailEmpty    = fault.New(fault.Invalid, "player.email_empty", "邮箱不能为空")
	ErrEmailForm     = fault.New(fault.Invalid, "player.email_form", "请输入正确邮箱")
	ErrBirthdayEmpty = fault.New(fault.Invalid, "player.birthday_empty", "请选择出生日期")
	ErrBirthdayForm  = fault.New(fault.Invalid, "player.birthday_form", "请输入正确的出生日期")
	ErrResetEmpty    = fault.New(fault.Invalid, "player.reset_empty", "请输入重设码")
	ErrResetForm     = fault.New(fault.Invalid, "player.reset_form", "请输入16位数字的重设码")
	ErrInfoType      = fault.New(fault.Invalid, "player.info_type", "资料类型不正确")
)

// What the house answers to a well-formed request.
var (
	ErrNameTaken     = fault.New(fault.Refused, "player.name_taken", "该用户名已被注册")
	ErrPhoneTaken    = fault.New(fault.Refused, "player.phone_taken", "该手机号已被注册")
	ErrCaptchaWrong  = fault.New(fault.Refused, "player.captcha_wrong", "验证码错误或已过期")
	ErrCaptchaNeeded = fault.New(fault.Refused, "player.captcha_needed", "请输入验证码")
	ErrLogin         = fault.New(fault.Refused, "player.login", "用户名或密码错误")
	ErrReset         = fault.New(fault.Refused, "player.reset", "用户名或重设码不正确，或重设码已过期")
	ErrResetCode     = fault.New(fault.Refused, "player.reset_code", "重设码不正确，或已过期")
	ErrFilled        = fault.New(fault.Refused, "player.filled", "该信息已填写，如需修改请联系在线客服")
	ErrCurrent       = fault.New(fault.Refused, "player.current_password", "当前密码错误")

	ErrRegisterClosed = fault.New(fault.Refused, "player.register_closed", "本站暂停新用户注册，已有账户请直接登录")
	ErrInviteMissing  = fault.New(fault.Refused, "player.invite_missing", "本站须凭邀请注册，请填写邀请人（好友的用户名）")
	ErrInviteUnknown  = fault.New(fault.Refused, "player.invite_unknown", "邀请人不存在，请改填好友的用户名，或向好友核对邀请链接")
	ErrRegisterDay    = fault.New(fault.TooMany, "player.register_day", "今日从您的网络注册的账户已达上限，请明日再试或联系在线客服")

	ErrNoBirthday  = fault.New(fault.Refused, "player.no_birthday", "请先在个人资料中填写出生日期，年满%d周岁方可存款和提款")
	ErrUnderAge    = fault.New(fault.Refused, "player.under_age", "您未满%d周岁，不能存款和提款；如出生日期填写有误，请联系在线客服更正")
	ErrPhoneRegion = fault.New(fault.Blocked, "player.phone_region", "该手机号所属地区暂不提供服务")

	ErrTooMany        = fault.New(fault.TooMany, "player.too_many", "操作过于频繁，请稍后再试")
	ErrCaptchaTooMany = fault.New(fault.TooMany, "player.captcha_too_many", "验证码获取过于频繁，请稍后再试")

	// ErrNoTicket is the one failure that is answered 401, whose page clears the
	// player's login: it means exactly that there is no valid ticket.
	ErrNoTicket = fault.New(fault.Unauthenticated, "player.no_ticket", "还未登录，请先登录")
	ErrNotFound = fault.New(fault.NotFound, "player.not_found", "没有找到该玩家")
)

// The withdrawal password (D-03).
var (
	ErrWithdrawEmpty  = fault.New(fault.Refused, "player.withdraw_password_empty", "请输入取款密码")
	ErrWithdrawWrong  = fault.New(fault.Refused, "player.withdraw_password_wrong", "取款密码错误")
	ErrWithdrawLocked = fault.New(fault.Refused, "player.withdraw_password_locked", "取款密码错误次数过多，请一小时后再试")
	ErrWithdrawLogin  = fault.New(fault.Invalid, "player.withdraw_password_login", "取款密码不能与登录密码相同")
)

// Codes by e-mail and SMS.
var (
	ErrCodeEmpty   = fault.New(fault.Invalid, "player.code_empty", "请输入验证码")
	ErrCodeForm    = fault.New(fault.Invalid, "player.code_form", "请输入6位数字的验证码")
	ErrContactForm = fault.New(fault.Invalid, "player.contact_form", "请输入正确的手机号或邮箱")
	ErrCode        = fault.New(fault.Refused, "player.code", "验证码不正确，或已过期")
	ErrContactNone = fault.New(fault.Refused, "player.contact_none", "请先在个人资料中填写")
	ErrProved      = fault.New(fault.Refused, "player.proved", "已经验证，无需再次验证")
	ErrNotProved   = fault.New(fault.Refused, "player.not_proved", "原手机号或邮箱未经验证，如需更换请联系在线客服")
	ErrContactSame = fault.New(fault.Refused, "player.contact_same", "新的手机号或邮箱与现有的相同")
	ErrCodePause   = fault.New(fault.TooMany, "player.code_pause", "验证码已发送，请60秒后再获取")
	ErrCodesToday  = fault.New(fault.TooMany, "player.codes_today", "今日获取验证码的次数已达上限，请明日再试或联系在线客服")
)

// What staff are told.
var (
	ErrRevealTooMany = fault.New(fault.TooMany, "player.reveal_too_many", "一小时内查看完整资料的次数已达上限")
	ErrResetTooMany  = fault.New(fault.TooMany, "player.reset_too_many", "一小时内签发重设码的次数已达上限")
	ErrWithdrawUnset = fault.New(fault.Conflict, "player.withdraw_unset", "该玩家没有单独设置取款密码，无需重设")
	ErrSameValue     = fault.New(fault.Invalid, "player.same_value", "新内容与现有内容相同")
	ErrSearchTooMany = fault.New(fault.TooMany, "player.search_too_many", "一小时内按个人资料查找玩家的次数已达上限")
	ErrRevealField   = fault.New(fault.Invalid, "player.reveal_field", "请选择要查看的资料")
	ErrNoSession     = fault.New(fault.NotFound, "player.session_not_found", "没有找到该会话，或已经结束")
)
