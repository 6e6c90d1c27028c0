package identity

import (
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/courier"
	"hongyun/internal/inbox"
	"hongyun/internal/staff"
)

// The messages about the safety of an account.

const notYou = "如果不是您本人操作，请立即修改密码并联系客服。"

func safetyMessage(player, event, title, body string) inbox.Message {
	return inbox.Message{Player: player, Event: "security." + event, Kind: inbox.Security, About: inbox.AboutProfile, Title: title, Body: body + notYou}
}

// DeviceMessage leaves by e-mail and SMS once an hour: logins without the cookie of a
// device would use up what a day may cost. The inbox keeps every one.
func DeviceMessage(player string, c Client, now time.Time) inbox.Message {
	m := safetyMessage(player, "device:"+strconv.FormatInt(now.UnixMilli(), 10), "新设备登录",
		"您的账号于 "+calendar.Stamp(now)+"（GMT+8）在一台新设备上登录，IP "+c.IP+"。")
	m.Outside = "security.device:hour:" + strconv.FormatInt(now.Truncate(time.Hour).UnixMilli(), 10)
	return m
}

// PasswordMessage tells of a new login password, and of how many passkeys went with the
// old one.
func PasswordMessage(player string, passkeys int, now time.Time) inbox.Message {
	body := "您的登录密码于 " + calendar.Stamp(now) + "（GMT+8）修改，其他设备已退出登录"
	if passkeys > 0 {
		body += "，近30天内添加的通行密钥已删除"
	}
	return safetyMessage(player, "password:"+strconv.FormatInt(now.UnixMilli(), 10), "登录密码已修改", body+"。")
}

func WithdrawPasswordMessage(player string, now time.Time) inbox.Message {
	return safetyMessage(player, "withdraw_password:"+strconv.FormatInt(now.UnixMilli(), 10), "提款密码已修改",
		"您的提款密码于 "+calendar.Stamp(now)+"（GMT+8）设置或修改。")
}

func CorrectedMessage(player string, a staff.Approval) inbox.Message {
	return safetyMessage(player, "corrected:"+a.ID, "账号资料已更正", "客服按申请更正了您的账号资料。")
}

// Messages about passkeys carry the id of the passkey, which is told of once each.

func PasskeyAddedMessage(player, id, name string, now time.Time) inbox.Message {
	return safetyMessage(player, "passkey_added:"+id, "已添加通行密钥",
		"您的账号于 "+calendar.Stamp(now)+"（GMT+8）添加了通行密钥“"+name+"”，可凭它登录。此后一段时间内提交的提款可能须待人工复核。")
}

func PasskeyRemovedMessage(player, id, name string, now time.Time) inbox.Message {
	return safetyMessage(player, "passkey_removed:"+id, "已删除通行密钥",
		"您的通行密钥“"+name+"”于 "+calendar.Stamp(now)+"（GMT+8）删除，不能再用于登录。")
}

func PasskeyStoppedMessage(player, id, name string, now time.Time) inbox.Message {
	return safetyMessage(player, "passkey_stopped:"+id, "通行密钥已停用",
		"您的通行密钥“"+name+"”于 "+calendar.Stamp(now)+"（GMT+8）使用时出现异常，可能被复制，已停用，所有设备已退出登录。此后一段时间内提交的提款可能须待人工复核。请删除后重新添加。")
}

// contactNames are the Chinese names of what a channel reaches.
var contactNames = map[courier.Channel]string{courier.SMS: "手机号", courier.Email: "邮箱"}

func ProvedMessage(player string, ch courier.Channel, now time.Time) inbox.Message {
	return safetyMessage(player, "proved:"+string(ch)+":"+strconv.FormatInt(now.UnixMilli(), 10), contactNames[ch]+"已验证",
		"您的"+contactNames[ch]+"于 "+calendar.Stamp(now)+"（GMT+8）通过验证，可用于接收通知，满24小时后可用于重设登录密码。")
}

func ForgottenContactMessage(player string, ch courier.Channel, now time.Time) inbox.Message {
	return safetyMessage(player, "forgotten:"+string(ch)+":"+strconv.FormatInt(now.UnixMilli(), 10), contactNames[ch]+"须重新验证",
		"您的账号已由客服协助重设密码，为安全起见，近期验证的"+contactNames[ch]+"须重新验证。")
}

func ChangedContactMessage(player string, ch courier.Channel, now time.Time) inbox.Message {
	return safetyMessage(player, "contact:"+string(ch)+":"+strconv.FormatInt(now.UnixMilli(), 10), contactNames[ch]+"已更换",
		"您的"+contactNames[ch]+"于 "+calendar.Stamp(now)+"（GMT+8）更换。")
}
