package account

// SecurityContact is the phone or the e-mail address of the player.
type SecurityContact struct {
	Channel    string `json:"Channel" enumOf:"contact channel"`
	Address    string `json:"Address" doc:"masked; empty while not filled in"`
	ProvedTime string `json:"ProvedTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8; empty: not proved"`
	Notices    bool   `json:"Notices" doc:"messages about deposits and withdrawals are sent there; those about the account's safety always are"`
}

// SendCodeIn is the payload of SendCodeAction, a call of ours.
type SendCodeIn struct {
	Channel  string `json:"channel" enumOf:"contact channel" empty:"请选择手机或邮箱" wrong:"请选择手机或邮箱"`
	Purpose  string `json:"purpose" enumOf:"code purpose" empty:"请选择用途" wrong:"用途不正确" doc:"prove: the address of the profile; old: the proved address, before it is changed; new: the address in its place"`
	Password string `json:"password" required:"false" maxLength:"40" wrong:"请输入5-20位数字或字母" doc:"of the login; of purposes prove and old, which are refused without it"`
	Address  string `json:"address" required:"false" maxLength:"100" wrong:"请输入正确的手机号或邮箱" doc:"of purpose new"`
	OldAsk   string `json:"oldAsk" required:"false" maxLength:"100" wrong:"验证码不正确，或已过期" doc:"of purpose new: the Ask of purpose old"`
	OldCode  string `json:"oldCode" required:"false" maxLength:"20" wrong:"请输入6位数字的验证码" doc:"of purpose new: the code that came to the old address"`
}

// CodeSent says that a code is on its way.
type CodeSent struct {
	Ask     string `json:"Ask" doc:"goes with the code: without it the code does not hold"`
	Again   int    `json:"Again" doc:"seconds until another one can be asked for"`
	Minutes int    `json:"Minutes" doc:"how long the code holds"`
}

// ProveContactIn is the payload of ProveContactAction, a call of ours.
type ProveContactIn struct {
	Ask  string `json:"ask" minLength:"1" maxLength:"100" empty:"请先获取验证码" wrong:"验证码不正确，或已过期"`
	Code string `json:"code" minLength:"1" maxLength:"20" empty:"请输入验证码" wrong:"请输入6位数字的验证码"`
}

// ChangeContactIn is the payload of ChangeContactAction, a call of ours.
type ChangeContactIn struct {
	OldAsk  string `json:"oldAsk" minLength:"1" maxLength:"100" empty:"请先获取验证码" wrong:"验证码不正确，或已过期"`
	OldCode string `json:"oldCode" minLength:"1" maxLength:"20" empty:"请输入验证码" wrong:"请输入6位数字的验证码"`
	Ask     string `json:"ask" minLength:"1" maxLength:"100" empty:"请先获取验证码" wrong:"验证码不正确，或已过期"`
	Code    string `json:"code" minLength:"1" maxLength:"20" empty:"请输入验证码" wrong:"请输入6位数字的验证码"`
}

// ContactNoticesIn is the payload of ContactNoticesAction, a call of ours.
type ContactNoticesIn struct {
	Channel string `json:"channel" enumOf:"contact channel" empty:"请选择手机或邮箱" wrong:"请选择手机或邮箱"`
	On      int    `json:"on" minimum:"0" maximum:"1" empty:"请选择是否接收" wrong:"请选择是否接收" doc:"1: messages about deposits and withdrawals are sent there"`
}

// SendResetCodeIn is the payload of SendResetCode, a call of ours.
type SendResetCodeIn struct {
	Address    string `json:"address" minLength:"1" maxLength:"100" empty:"请输入手机号或邮箱" wrong:"请输入正确的手机号或邮箱" doc:"a phone number or an e-mail address that its player proved"`
	VerifyCode string `json:"verifyCode" minLength:"1" maxLength:"12" empty:"验证码不能为空" wrong:"请输入4位数字或字母的验证码" doc:"of the image"`
	VRand      string `json:"vRand" minLength:"1" maxLength:"40" empty:"请先获取验证码" wrong:"请输入4位数字或字母的验证码"`
}

// ResetByCodeIn is the payload of ResetByCode, a call of ours.
type ResetByCodeIn struct {
	Ask             string `json:"ask" minLength:"1" maxLength:"100" empty:"请先获取验证码" wrong:"验证码不正确，或已过期"`
	Code            string `json:"code" minLength:"1" maxLength:"20" empty:"请输入验证码" wrong:"请输入6位数字的验证码"`
	NewPassword     string `json:"newPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	ConfirmPassword string `json:"confirmPassword" minLength:"1" maxLength:"40" empty:"请再次输入密码" wrong:"两次输入的密码不一致"`
}
