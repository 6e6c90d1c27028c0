// Package secret keeps what must not be read off a stolen disk: password
// hashes, fields of personal data encrypted in their rows, blind indexes by
// which such a field can still be found, and random tokens.
//
// It knows nothing of the business and holds no state but its key. It must
// never log, and none of its errors contains what it was given.
package secret
