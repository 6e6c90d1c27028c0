// Package messages simulates a mail server and two companies that send SMS. What
// they accept goes nowhere: it is shown on /control/messages/ and told as JSON by
// GET /control/messages, newest first.
//
// # The far side of each protocol, and where it is described
//
// SMTP (RFC 5321) with STARTTLS (RFC 3207) and AUTH PLAIN (RFC 4954). The
// certificate is made at start; Roots trusts it.
//
// Alibaba Cloud SMS, SendSms of 2017-05-25: an RPC call whose parameters are sorted,
// percent-encoded and signed by HMAC-SHA1 with the secret and "&". An answer is
// {"Code":"OK",…}; other codes are refusals.
// https://www.alibabacloud.com/help/en/sms/signature-method
//
// Chuanglan 253: a JSON object with account, password, msg and phone is posted to
// /msg/v1/send/json; "code" is "0" for a message that was taken.
// https://doc.chuanglan.com/document/HAQYSZKH9HT5Z50L and
// http://2880608198.iteye.com/blog/2426761
//
// # Special receivers
//
// A phone that ends in 0000, and the mailbox refused@…, are refused. A phone that
// ends in 9999 gets an answer that nobody can read, after the message was taken.
package messages
