package account

import "hongyun/internal/playerapi/wire"

// RegisterIn is the payload of CallRegAction (ACC-01..06). The withdrawal
// password starts equal to the login password (D-03).
type RegisterIn struct {
	PlayerName       string `json:"PlayerName" minLength:"1" maxLength:"40" empty:"用户名不能为空" wrong:"请输入4-10位数字或字母"`
	Password         string `json:"password" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	WithdrawPassword string `json:"withdrawpassword" required:"false" maxLength:"40" wrong:"请输入5-20位数字或字母"`
	Tell             string `json:"tell" minLength:"1" maxLength:"40" empty:"手机号不能为空" wrong:"请输入正确手机号"`
	VerifyCode       string `json:"verifyCode" minLength:"1" maxLength:"12" empty:"验证码不能为空" wrong:"请输入4位数字或字母的验证码"`
	VRand            string `json:"vRand" minLength:"1" maxLength:"40" empty:"请先获取验证码" wrong:"请输入4位数字或字母的验证码"`
	RegDomain        string `json:"regDomain" required:"false" maxLength:"255"`
	InvitePeopleId   string `json:"invitePeopleId" required:"false" maxLength:"64"`
	TrueName         string `json:"trueName" required:"false" maxLength:"100" wrong:"请输入正确的姓名" doc:"ours, as the next two: what the operator's rules of registration may ask for"`
	Birthday         string `json:"birthday" required:"false" maxLength:"10" wrong:"请输入正确的出生日期" doc:"YYYY-MM-DD"`
	Email            string `json:"email" required:"false" maxLength:"200" wrong:"请输入正确邮箱"`
}

// LoginIn is the payload of CallLogInAction (ACC-09). The facts about the
// device are checked for their shape alone: the client is not a witness.
type LoginIn struct {
	PlayerName       string `json:"playerName" minLength:"1" maxLength:"40" empty:"用户名不能为空" wrong:"请输入4-10位数字或字母"`
	Password         string `json:"password" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	VerifyCode       string `json:"verifyCode" required:"false" maxLength:"12" wrong:"请输入4位数字或字母的验证码"`
	VRand            string `json:"vRand" required:"false" maxLength:"40" wrong:"请输入4位数字或字母的验证码"`
	ClientType       string `json:"clientType" required:"false" maxLength:"64"`
	LoginDomain      string `json:"loginDomain" required:"false" maxLength:"255"`
	LoginUrl         string `json:"loginUrl" required:"false" maxLength:"1000"`
	System           string `json:"system" required:"false" maxLength:"64"`
	DeviceType       string `json:"deviceType" required:"false" maxLength:"8"`
	Browser          string `json:"browser" required:"false" maxLength:"64"`
	BrowserVersion   string `json:"browserVersion" required:"false" maxLength:"64"`
	LoginIp          string `json:"loginIp" required:"false" maxLength:"64"`
	RememberPassword int    `json:"rememberPassword" required:"false" minimum:"0" maximum:"1" doc:"ours: 1 asks for a session of 30 days (D-04)"`
	SecondCode       string `json:"secondCode" required:"false" maxLength:"20" wrong:"动态码不正确" doc:"ours: a code of the authenticator or a recovery code, once a refusal with Code player.second_needed asked for it"`
	Passkey          string `json:"passkey" required:"false" maxLength:"16000" wrong:"通行密钥的数据不正确，请重新操作" doc:"ours: JSON of the browser's answer to BeginPasskeyLogin, in place of secondCode"`
}

// LoginOut answers registration and login.
type LoginOut struct {
	wire.Answer
	Ticket           string `json:"Ticket" doc:"empty: not logged in"`
	PlayerName       string `json:"PlayerName" doc:"the name as registered"`
	VerificationCode string `json:"VerificationCode" doc:"longer than one character: the next login needs a captcha (ACC-10). Never the answer itself"`
}

// ResetPasswordIn is the payload of ResetPassword, a call of ours (H-60).
type ResetPasswordIn struct {
	PlayerName      string `json:"playerName" minLength:"1" maxLength:"40" empty:"用户名不能为空" wrong:"请输入4-10位数字或字母"`
	ResetCode       string `json:"resetCode" minLength:"1" maxLength:"40" empty:"请输入重设码" wrong:"请输入16位数字的重设码" doc:"16 digits that customer service gave; spaces and hyphens between them are ignored"`
	NewPassword     string `json:"newPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	ConfirmPassword string `json:"confirmPassword" minLength:"1" maxLength:"40" empty:"请再次输入密码" wrong:"两次输入的密码不一致"`
	VerifyCode      string `json:"verifyCode" minLength:"1" maxLength:"12" empty:"验证码不能为空" wrong:"请输入4位数字或字母的验证码"`
	VRand           string `json:"vRand" minLength:"1" maxLength:"40" empty:"请先获取验证码" wrong:"请输入4位数字或字母的验证码"`
}

// CaptchaIn names the captcha to draw.
type CaptchaIn struct {
	VRand string `json:"vRand" minLength:"1" maxLength:"40" empty:"验证码标识无效，请刷新验证码" wrong:"验证码标识无效，请刷新验证码"`
}

// PlayerInfoOut is the user info (ACC-19). Personal data come masked.
type PlayerInfoOut struct {
	wire.Answer
	PlayerName               string    `json:"PlayerName"`
	Balance                  wire.Yuan `json:"Balance" doc:"centre wallet"`
	VipLevel                 int       `json:"VipLevel" doc:"highest of the three tracks, of the last run (D-24)"`
	TrueName                 string    `json:"TrueName" doc:"masked; empty while not filled in"`
	Birthday                 string    `json:"Birthday" doc:"YYYY-MM-DD; empty while not filled in"`
	Tell                     string    `json:"Tell" doc:"masked"`
	Email                    string    `json:"Email" doc:"masked; empty while not filled in"`
	IsEnableWithdrawPassword bool      `json:"IsEnableWithdrawPassword" doc:"ours: a withdrawal password of its own is set, and withdrawals ask for it (D-03)"`
}

// UpdateInfoIn is the payload of CallUpdatePlayerInfoAction (ACC-16).
type UpdateInfoIn struct {
	Type         int    `json:"type" enumOf:"profile field" empty:"请选择要修改的资料" wrong:"资料类型不正确" doc:"1 real name, 3 email, 4 phone, 10 birthday"`
	InputMessage string `json:"inputMessage" minLength:"1" maxLength:"100" empty:"不能为空" wrong:"内容过长"`
}

// ChangePasswordIn is the payload of CallPlayerUpdatePasswordAction (ACC-17).
type ChangePasswordIn struct {
	PlayerName      string `json:"playername" required:"false" maxLength:"40"`
	CurrentPassword string `json:"currentPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	NewPassword     string `json:"newPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	ConfirmPassword string `json:"confirmPassword" required:"false" maxLength:"40" wrong:"两次输入的密码不一致" doc:"ours: when sent, it must equal newPassword (D-02)"`
}

// ResetWithdrawPasswordIn is the payload of ResetWithdrawPassword, a call of ours (H-127).
type ResetWithdrawPasswordIn struct {
	ResetCode       string `json:"resetCode" minLength:"1" maxLength:"40" empty:"请输入重设码" wrong:"请输入16位数字的重设码" doc:"issued by customer service for the withdrawal password"`
	NewPassword     string `json:"newPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	ConfirmPassword string `json:"confirmPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"两次输入的密码不一致"`
}

// SetWithdrawPasswordIn is the payload of SetWithdrawPassword, a call of ours (D-03).
type SetWithdrawPasswordIn struct {
	CurrentPassword string `json:"currentPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母" doc:"the withdrawal password so far; at first the login password"`
	NewPassword     string `json:"newPassword" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母"`
	ConfirmPassword string `json:"confirmPassword" required:"false" maxLength:"40" wrong:"两次输入的密码不一致"`
}
