// Package content holds the site's own content: announcements, the ticker,
// banners, promotions with their texts, downloads, and the operator's details.
// It also holds the address of customer service, the hosts of the frame viewer,
// and the maintenance of the site.
//
// Texts are plain text and are shown as text. Only the blocks of promotions are
// HTML, and they pass Sanitise on their way in and out. Addresses are https, or
// pages of the site itself. This package checks all changes by staff, so that
// nothing else can reach a player's browser (trust CSP-1, CSP-4, T11, T13).
//
// Published content is shown inside its Window, by the program's clock.
package content
