package content

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// inAddress are the characters of a written address. It excludes everything
// that browsers read otherwise than it looks: spaces and tabs, which they drop,
// and backslashes, which they turn. It also excludes signs beyond ASCII, some
// of which they take for dots and slashes.
var inAddress = regexp.MustCompile(`^[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]{1,500}$`)

// inHost are the characters of a host name or of a machine's address.
var inHost = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$`)

// isAddress reports whether a browser may be sent somewhere: to a page or file
// of this site ("/art/a.svg", "/#/Deposit"), or by https. Plain http is for
// this machine alone, where the demo runs (trust CSP-4, T13).
func isAddress(link string) bool {
	if !inAddress.MatchString(link) {
		return false
	}
	u, err := url.Parse(link)
	if err != nil || u.User != nil || u.Opaque != "" {
		return false
	}
	switch u.Scheme {
	case "":
		return u.Host == "" && isOwnPath(link)
	case "https":
		return strings.HasPrefix(link, "https://") && inHost.MatchString(u.Hostname()) && !strings.Contains(u.Hostname(), "..")
	case "http":
		return strings.HasPrefix(link, "http://") && (u.Hostname() == "127.0.0.1" || u.Hostname() == "localhost")
	}
	return false
}

// isOwnPath reports whether a link stays on this site however it is resolved:
// one slash and no way up or to the side.
func isOwnPath(link string) bool {
	path, _, _ := strings.Cut(link, "#")
	path, _, _ = strings.Cut(path, "?")
	path = strings.ToLower(path)
	return strings.HasPrefix(path, "/") && !strings.Contains(path, "//") && !strings.Contains(path, "/.") &&
		!strings.Contains(path, "%2e") && !strings.Contains(path, "%2f") && !strings.Contains(path, "%5c")
}

// picture is a file of this site that browsers show as a picture. Pictures of
// other sites would not be shown: the pages' policy is img-src 'self'.
var picture = regexp.MustCompile(`^/([A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+\.(svg|png|jpe?g|webp|avif|gif)$`)

func isPicture(link string) bool { return len(link) <= 200 && picture.MatchString(link) }

// plain reports whether text is 1 to limit characters that show what they are:
// no control or direction characters (trust INP-4).
func plain(text string, limit int, lines bool) bool {
	n := utf8.RuneCountInString(text)
	if n == 0 || n > limit || !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.C, r) && !(lines && r == '\n') })
}

func plainOrNothing(text string, limit int) bool { return text == "" || plain(text, limit, false) }
