package setting

import (
	"context"

	"hongyun/internal/db"
)

// Unread is a version that holds, or will, and that this release cannot read: a newer
// one wrote it.
type Unread struct {
	ID               string // of the version
	Kind, Title, Key string
	Version          int
	Instead          int // the version that holds here instead; 0: the default
}

// maxLookBack is how many versions that cannot be read are passed over for an older one.
const maxLookBack = 20

// readable is a version, or the last one in force before it that this release can read.
// Without one it is the empty row, and the value nil.
func (b *Book) readable(ctx context.Context, r db.Reader, k *kind, v row) (row, any, error) {
	now := b.DB.Clock().Now().UnixMilli()
	for range maxLookBack {
		if v.Version == 0 {
			break
		}
		value, err := k.read([]byte(v.Value))
		if err == nil {
			return v, value, nil
		}
		b.cannotRead(ctx, v, err)
		if v, err = inForceBefore(ctx, r, v.Kind, v.Key, v.Version, now); err != nil {
			return row{}, nil, err
		}
	}
	return row{}, nil, nil
}

// cannotRead says so in the log, once for each version.
func (b *Book) cannotRead(ctx context.Context, v row, err error) {
	if _, told := b.told.LoadOrStore(v.ID, true); !told {
		b.Log.ErrorContext(ctx, "a setting cannot be read: the last version that can be read stays in force",
			"kind", v.Kind, "key", v.Key, "version", v.Version, "err", err)
	}
}

// Unread lists what the last reading could not read.
func (b *Book) Unread() []Unread {
	if list := b.unread.Load(); list != nil {
		return *list
	}
	return nil
}
