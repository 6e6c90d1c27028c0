// Package content holds what the site says of itself: announcements, the
// ticker, banners, downloads, the address of customer service, and whether the
// site is closed for maintenance.
//
// Texts are plain text and are shown as text. Addresses are https, or pages of
// the site itself; what staff save is checked here, so that nothing else can
// reach a player's browser (trust T11, T13).
package content
