package secret

import (
	"context"
	"fmt"

	"github.com/alexedwards/argon2id"
)

// params are the parameters of new hashes (trust ACC-1): 19 MiB, two passes,
// one lane. Raising them rehashes each password at its owner's next login.
var params = &argon2id.Params{
	Memory:      19 * 1024,
	Iterations:  2,
	Parallelism: 1,
	SaltLength:  16,
	KeyLength:   32,
}

// dummy is a well-formed hash that no password matches. Checking a password
// against it costs as much as a real check. The time of the answer therefore
// does not tell an unknown name from a wrong password.
const dummy = "$argon2id$v=19$m=19456,t=2,p=1$Vt3mJ8qYB1xLw0nPzRk5Cg$0Z4n3bQ9yq3yJx0m8iZk1k9mXbqgT5jv6wP2hRr7sUo"

// HashPassword returns the argon2id hash of a password in PHC form, with a
// fresh salt. It waits for a free slot; it fails with ErrBusy when too many
// callers wait, and when ctx ends. Never call it inside a transaction: it takes
// tens of milliseconds.
func HashPassword(ctx context.Context, password string) (string, error) {
	if err := hashing.enter(ctx); err != nil {
		return "", err
	}
	defer hashing.leave()
	hash, err := argon2id.CreateHash(password, params)
	if err != nil {
		return "", fmt.Errorf("hash password: %w", err)
	}
	return hash, nil
}

// CheckPassword reports whether password is the one that was hashed, compared
// exactly as given (trust ACC-3). An empty hash means an unknown user: the
// answer is no, after the same work. The result stale means that the hash has
// weaker parameters than today's and should be made again.
func CheckPassword(ctx context.Context, password, hash string) (ok, stale bool, err error) {
	if err := hashing.enter(ctx); err != nil {
		return false, false, err
	}
	defer hashing.leave()
	nobody := hash == ""
	if nobody {
		hash = dummy
	}
	match, made, err := argon2id.CheckHash(password, hash)
	if err != nil {
		return false, false, fmt.Errorf("check password: %w", err)
	}
	stale = made.Memory < params.Memory || made.Iterations < params.Iterations
	return match && !nobody, stale, nil
}
