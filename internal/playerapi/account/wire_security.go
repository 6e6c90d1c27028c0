package account

import "hongyun/internal/playerapi/wire"

// SecurityLogin is one login of the player.
type SecurityLogin struct {
	Id         string `json:"Id"`
	Time       string `json:"Time" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	SeenTime   string `json:"SeenTime" doc:"last activity"`
	EndTime    string `json:"EndTime" doc:"empty: still logged in"`
	EndReason  string `json:"EndReason" doc:"in Chinese"`
	Ip         string `json:"Ip"`
	Device     string `json:"Device" doc:"browser and system"`
	Remembered bool   `json:"Remembered"`
	Current    bool   `json:"Current" doc:"the session of this call"`
}

// Security is how the player's account is protected, a call of ours.
type Security struct {
	SecondSince  string          `json:"SecondSince" doc:"when two-step login was switched on, GMT+8; empty: it is off"`
	RecoveryLeft int             `json:"RecoveryLeft" doc:"recovery codes that were not used"`
	Logins       []SecurityLogin `json:"Logins" doc:"live ones first, then the last that ended"`

	PasskeysOpen bool              `json:"PasskeysOpen" doc:"passkeys work at the address of this page"`
	Passkeys     []SecurityPasskey `json:"Passkeys" doc:"the oldest first"`

	Contacts []SecurityContact `json:"Contacts" doc:"phone and e-mail, where the operator can send codes; else empty"`
}

// SecurityPasskey is a passkey of the player.
type SecurityPasskey struct {
	Id          string `json:"Id"`
	Name        string `json:"Name"`
	Time        string `json:"Time" doc:"when it was added, GMT+8"`
	UsedTime    string `json:"UsedTime" doc:"last use; empty: never"`
	StoppedTime string `json:"StoppedTime" doc:"its counter went back and it is refused since then; empty: in use"`
	Current     bool   `json:"Current" doc:"this device used it last"`
}

// PasskeyQuestion is what a browser asks an authenticator.
type PasskeyQuestion struct {
	Options string `json:"Options" doc:"JSON of PublicKeyCredentialCreationOptions or PublicKeyCredentialRequestOptions, bytes as base64url; valid once, for two minutes, in this browser"`
}

// BeginPasskeyIn is the payload of BeginPasskeyAction, a call of ours.
type BeginPasskeyIn struct {
	Password   string `json:"password" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母" doc:"the login password"`
	SecondCode string `json:"secondCode" required:"false" maxLength:"20" wrong:"动态码不正确" doc:"of the authenticator, or a recovery code, once two-step login is on"`
}

// AddPasskeyIn is the payload of AddPasskeyAction, a call of ours.
type AddPasskeyIn struct {
	Credential string `json:"credential" minLength:"1" maxLength:"16000" empty:"通行密钥的数据不正确，请重新操作" wrong:"通行密钥的数据不正确，请重新操作" doc:"JSON of the browser's PublicKeyCredential"`
	Name       string `json:"name" required:"false" maxLength:"20" wrong:"请输入1至20个字的名称" doc:"empty: that of the browser"`
}

// RenamePasskeyIn is the payload of RenamePasskeyAction, a call of ours.
type RenamePasskeyIn struct {
	Id   string `json:"id" minLength:"1" maxLength:"40" pattern:"^[0-9a-f-]*$" empty:"请选择通行密钥" wrong:"请选择通行密钥"`
	Name string `json:"name" minLength:"1" maxLength:"20" empty:"请输入1至20个字的名称" wrong:"请输入1至20个字的名称"`
}

// RemovePasskeyIn is the payload of RemovePasskeyAction, a call of ours.
type RemovePasskeyIn struct {
	Id         string `json:"id" minLength:"1" maxLength:"40" pattern:"^[0-9a-f-]*$" empty:"请选择通行密钥" wrong:"请选择通行密钥"`
	Password   string `json:"password" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母" doc:"the login password"`
	SecondCode string `json:"secondCode" required:"false" maxLength:"20" wrong:"动态码不正确" doc:"of the authenticator, or a recovery code, once two-step login is on"`
}

// PasskeyLoginIn is the payload of PasskeyLoginAction, a call of ours.
type PasskeyLoginIn struct {
	Credential       string `json:"credential" minLength:"1" maxLength:"16000" empty:"通行密钥的数据不正确，请重新操作" wrong:"通行密钥的数据不正确，请重新操作" doc:"JSON of the browser's PublicKeyCredential"`
	RememberPassword int    `json:"rememberPassword" required:"false" minimum:"0" maximum:"1" doc:"1 asks for a session of 30 days (D-04)"`
}

// EndSessionIn is the payload of EndSessionAction, a call of ours.
type EndSessionIn struct {
	Id string `json:"id" required:"false" maxLength:"40" pattern:"^[0-9a-f-]*$" wrong:"登录记录不正确" doc:"a login of PlayerSecurity; empty: all but this one"`
}

// SecondSetup is an authenticator that is being set up.
type SecondSetup struct {
	Secret  string `json:"Secret" doc:"base32, to be typed"`
	Address string `json:"Address" doc:"otpauth address, for a QR code"`
}

// SecondIn is the payload of ConfirmSecondAction and RenewRecoveryAction, calls of ours.
type SecondIn struct {
	SecondCode string `json:"secondCode" minLength:"1" maxLength:"20" empty:"请输入动态码" wrong:"动态码不正确"`
}

// EndSecondIn is the payload of EndSecondAction, a call of ours.
type EndSecondIn struct {
	Password   string `json:"password" minLength:"1" maxLength:"40" empty:"密码不能为空" wrong:"请输入5-20位数字或字母" doc:"the login password"`
	SecondCode string `json:"secondCode" minLength:"1" maxLength:"20" empty:"请输入动态码" wrong:"动态码不正确" doc:"of the authenticator, or a recovery code"`
}

// ReferralsIn is the payload of Referrals, a call of ours.
type ReferralsIn struct {
	PageIndex int `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
}

// ReferralFriend is an invited player, masked.
type ReferralFriend struct {
	PlayerName string    `json:"PlayerName" doc:"masked"`
	Time       string    `json:"Time" doc:"of the registration, GMT+8"`
	UntilTime  string    `json:"UntilTime" doc:"until when the deposits count, GMT+8"`
	State      string    `json:"State" enumOf:"friend state"`
	Amount     wire.Yuan `json:"Amount" doc:"of the award; 0: none"`
}

// Referrals is how the player's invitations stand, a call of ours.
type Referrals struct {
	Open       bool             `json:"Open" doc:"the promotion runs"`
	Amount     wire.Yuan        `json:"Amount" doc:"for each friend"`
	DepositMin wire.Yuan        `json:"DepositMin" doc:"that a friend deposits within a month"`
	Invited    int              `json:"Invited"`
	Rewarded   int              `json:"Rewarded"`
	Earned     wire.Yuan        `json:"Earned"`
	Items      []ReferralFriend `json:"Items"`
	wire.Page
}
