// Package courier sends messages to players outside of the site: by e-mail and by
// SMS, through companies that the operator entered as settings, and to browsers in
// which players switched web push on, through the push services of the browsers.
//
// A message is a row, written in the transaction of what it tells. Deliver sends
// what waits. A company has three answers: it accepted the message, it refused it,
// or nobody knows. An SMS of which nobody knows is not sent again, because it costs
// money; an e-mail is, under the same Message-ID, and so is a message to a browser,
// which shows the second in the place of the first.
//
// Three kinds of messages leave: codes, messages about the safety of an account,
// and messages about deposits and withdrawals. The last ones can be switched off.
// None of them invites to play, so a player who excluded themselves gets no
// promotion from here.
//
// Codes and messages have budgets for each day, one for visitors' codes, one for
// those of logged-in players and one for the rest. So a stranger cannot use up
// what players need.
package courier
