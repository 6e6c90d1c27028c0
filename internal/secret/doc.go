// Package secret protects what must not be read off a stolen disk. It makes
// password hashes, encrypted fields of personal data, blind indexes to find
// such fields, and random tokens.
//
// It knows nothing of the business and holds no state but its key. It must
// never log, and none of its errors contains its input.
package secret
