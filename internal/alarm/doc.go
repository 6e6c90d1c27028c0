// Package alarm tells people outside of the back office what needs them: by
// e-mail, a signed webhook, Telegram or WeCom.
//
// An event either happens (Raise) or goes on (Observe). It is one row as long as
// it does, and is told at most once in some minutes, with how often it happened.
// Each message is a row that a sweep (Deliver) sends, again and again until its
// target takes it or its deadline has passed.
//
// One dishonest employee must not be able to silence or redirect alarms: what
// makes them go elsewhere or stay away needs two people, and every change is
// told to the targets as they were before it.
//
// Messages hold no secrets and no personal data: their texts are made here and
// by the checks of package app, and never from the text of an error.
package alarm
