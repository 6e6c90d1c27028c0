// Package content holds what the site says of itself: announcements, the
// ticker, banners, promotions with their texts, downloads, who runs the house,
// the address of customer service, the hosts of the frame viewer, and whether
// the site is closed for maintenance.
//
// Texts are plain text and are shown as text; the blocks of promotions alone
// are HTML, and go through Sanitise on their way in and out. Addresses are
// https, or pages of the site itself. What staff save is checked here, so that
// nothing else can reach a player's browser (trust CSP-1, CSP-4, T11, T13).
//
// What is published is shown inside its Window, by the house's clock.
package content
