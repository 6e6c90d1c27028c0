package site

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

// PlayerPolicy is the Content-Security-Policy of the player site (trust CSP-2).
//
// Scripts are our own files, and the one inside the index page, by its hash.
// The argument frames lists the hosts of the frame viewer, by https alone
// (D-05).
//
// Style elements may be inline. The dialogs' scroll lock writes one whose text
// depends on the width of the scroll bar, so no hash can name it. The toasts
// bring their own and know no nonce. Style attributes may not be inline,
// because injected markup would use them. React sets styles through the object
// model, which no policy forbids.
func PlayerPolicy(frames, scripts []string) string {
	var hosts, hashes strings.Builder
	for _, host := range frames {
		if hostName.MatchString(host) { // nothing else may stand in a header, whoever stored it
			hosts.WriteString(" https://" + host)
		}
	}
	for _, hash := range scripts {
		hashes.WriteString(" '" + hash + "'")
	}
	return strings.Join([]string{
		"default-src 'self'",
		"script-src 'self'" + hashes.String(),
		"script-src-attr 'none'",
		"style-src 'self' 'unsafe-inline'",
		"style-src-attr 'none'",
		"img-src 'self' data: blob:",
		"connect-src 'self'",
		"worker-src 'self'",
		"manifest-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"frame-ancestors 'self'",
		"frame-src 'self'" + hosts.String(),
		"form-action 'self'",
	}, "; ")
}

// AdminPolicy is the policy of the back office, which may not be framed.
const AdminPolicy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; frame-src 'none'; form-action 'self'"

// inlineScript finds the inline scripts of a page that would run. A block with
// another type, such as JSON, is read and never run.
var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// scriptHashes are the hashes of a page's own inline scripts, as a policy names
// them. The page is a file of the build: an attacker who could change it could
// change every script.
func scriptHashes(page []byte) []string {
	var hashes []string
	for _, found := range inlineScript.FindAllSubmatch(page, -1) {
		sum := sha256.Sum256(found[1])
		hashes = append(hashes, "sha256-"+base64.StdEncoding.EncodeToString(sum[:]))
	}
	return hashes
}
