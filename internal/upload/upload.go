package upload

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"os"
	"path"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/maypok86/otter/v2"
	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/picture"
	"hongyun/internal/staff"
)

const (
	// Grace is how long a file stays that nothing shows.
	Grace = 30 * 24 * time.Hour

	// unfinished is how long a file may be on its way into a store.
	unfinished = 24 * time.Hour
	// trashWait keeps an object that a slow writer may still be storing.
	trashWait = time.Hour

	maxReceiving = 8   // files that are received at once
	maxPackages  = 2   // of them packages
	maxServed    = 512 // packages that are downloaded at once; each holds one part
	maxName      = 120

	cachedBytes = 32 << 20 // of all pictures that are kept in memory
	cachedFor   = 5 * time.Minute
)

// Shower reports whether something that its noun keeps shows the file of an address.
type Shower func(ctx context.Context, r db.Reader, address string) (bool, error)

// Config is what New needs.
type Config struct {
	DB      *db.DB
	Staff   *staff.Staff
	S3      S3             // none: files are kept in the database
	Machine calendar.Clock // signs requests to the store
	Metrics prometheus.Registerer
	Log     *slog.Logger
}

// Uploads takes and serves files. It is safe for concurrent use.
type Uploads struct {
	// ShownBy are asked before a file is removed. A file that one of them shows stays.
	ShownBy []Shower

	Config
	stores    map[string]Store
	into      string // the store that new files go into
	receiving chan struct{}
	packages  chan struct{}
	served    chan struct{}
	pictures  *otter.Cache[string, cached]
	meter     meter
}

// New makes the uploads of a database.
func New(c Config) *Uploads {
	u := &Uploads{
		Config: c, stores: map[string]Store{ownStore: own{c.DB}}, into: ownStore,
		receiving: make(chan struct{}, maxReceiving), packages: make(chan struct{}, maxPackages), served: make(chan struct{}, maxServed),
		pictures: otter.Must(&otter.Options[string, cached]{
			MaximumWeight: cachedBytes, Weigher: func(_ string, p cached) uint32 { return uint32(len(p.data)) + 200 },
			ExpiryCalculator: otter.ExpiryWriting[string, cached](cachedFor),
		}),
	}
	if c.S3.IsSet() {
		u.stores[s3Store], u.into = &home{db: c.DB, bucket: newBucket(c.S3, c.Machine)}, s3Store
	}
	u.meter = u.newMeter()
	return u
}

// Stored is a file that is kept.
type Stored struct {
	Hash          string
	Kind, Ext     string
	Size          int64
	Width, Height int
	Name          string
}

// Address is where the file is served.
func (s Stored) Address() string { return Root + s.Hash + "." + s.Ext }

// Type is the content type that the file is served with.
func (s Stored) Type() string { return types[s.Ext] }

// IsPackage reports whether the file is an app, which browsers only download.
func (s Stored) IsPackage() bool { return s.Ext == "apk" }

// Incoming is a file that was received whole and is not looked at yet. Close frees it.
type Incoming struct {
	kind  Kind
	file  *os.File
	size  int64
	leave func() // gives the place of this file back
}

// Close removes the received bytes and gives their place back.
func (in *Incoming) Close() {
	in.leave()
	_ = in.file.Close()
	_ = os.Remove(in.file.Name())
}

// Receive reads a file to its end onto the disk. The bounds are those of its kind and
// of a day of one person. Faults: ErrKind, ErrDay, ErrBusy, ErrLarge,
// ErrEmpty, ErrBroken.
func (u *Uploads) Receive(ctx context.Context, by staff.Actor, code string, body io.Reader) (in *Incoming, err error) {
	kind, known := kindOf(code)
	if !known {
		return nil, ErrKind
	}
	defer func() {
		if err != nil {
			u.meter.refused(kind, err)
		}
	}()
	if err := u.countDay(ctx, by, kind); err != nil { // first: a refused file counts too
		return nil, err
	}
	leave, ok := u.enter(kind)
	if !ok {
		return nil, ErrBusy
	}
	file, err := os.CreateTemp("", "hongyun-upload-*")
	if err != nil {
		leave()
		return nil, err
	}
	in = &Incoming{kind: kind, file: file, leave: sync.OnceFunc(leave)}
	in.size, err = io.Copy(file, io.LimitReader(body, kind.MaxSize+1))
	var onDisk *os.PathError
	switch {
	case errors.As(err, &onDisk):
	case err != nil:
		err = ErrBroken
	case in.size > kind.MaxSize:
		err = ErrLarge.With(kind.Title, megabytes(kind.MaxSize))
	case in.size == 0:
		err = ErrEmpty
	}
	if err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// enter takes a place among the files that are received and checked, if there is one.
func (u *Uploads) enter(kind Kind) (leave func(), ok bool) {
	places := []chan struct{}{u.receiving}
	if kind.isPackage() {
		places = append(places, u.packages)
	}
	taken := 0
	leave = func() {
		for _, p := range places[:taken] {
			<-p
		}
	}
	for _, p := range places {
		select {
		case p <- struct{}{}:
			taken++
		default:
			leave()
			return nil, false
		}
	}
	return leave, true
}

// Keep checks a received file, makes a picture anew, and stores it. The same bytes
// are stored once. Faults: ErrPackage, ErrAgain, ErrAway, picture's.
func (u *Uploads) Keep(ctx context.Context, by staff.Actor, in *Incoming, name string) (out Stored, err error) {
	defer func() { u.meter.kept(in.kind, err) }()
	r := row{Kind: in.kind.Code, Name: cleanName(name), MadeBy: by.ID, MadeName: by.Name, Store: u.into}
	var content io.ReadSeeker
	if in.kind.isPackage() {
		content, err = u.packageOf(in, &r)
	} else {
		content, err = u.pictureOf(ctx, in, &r)
	}
	if err != nil {
		return Stored{}, err
	}
	return u.store(ctx, by, r, content)
}

func (u *Uploads) packageOf(in *Incoming, r *row) (io.ReadSeeker, error) {
	if err := checkPackage(in.file, in.size); err != nil {
		return nil, err
	}
	if _, err := in.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	sum, part := sha256.New(), make([]byte, partSize)
	for {
		n, err := io.ReadFull(in.file, part)
		if n > 0 {
			sum.Write(part[:n])
			hash := sha256.Sum256(part[:n])
			r.Parts = append(r.Parts, hash[:]...)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	r.Hash, r.Ext, r.Size = hex.EncodeToString(sum.Sum(nil)), "apk", in.size
	return in.file, nil
}

func (u *Uploads) pictureOf(ctx context.Context, in *Incoming, r *row) (io.ReadSeeker, error) {
	file := make([]byte, in.size)
	if _, err := in.file.ReadAt(file, 0); err != nil {
		return nil, err
	}
	p, err := picture.RemakeSite(ctx, file, in.kind.Side)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(p.Data)
	r.Hash, r.Ext, r.Size, r.Width, r.Height = hex.EncodeToString(sum[:]), p.Ext, int64(len(p.Data)), p.Width, p.Height
	return bytes.NewReader(p.Data), nil
}

// store writes the row, then the bytes, then that they are there: a row says ready
// only of a file that its store took whole.
func (u *Uploads) store(ctx context.Context, by staff.Actor, r row, content io.ReadSeeker) (Stored, error) {
	found, err := u.begin(ctx, r)
	if err != nil {
		return Stored{}, err
	}
	if found.State == ready {
		there, err := u.has(ctx, found)
		if err != nil {
			return Stored{}, u.away(ctx, "look for", found, err)
		}
		if there {
			return found.stored(), u.again(ctx, by, found)
		}
		// The store lost it: the same bytes bring it back.
		if found, err = u.renew(ctx, found, r); err != nil {
			return Stored{}, err
		}
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return Stored{}, err
	}
	o := Object{Name: found.Object, Size: found.Size, Hash: found.Hash, Type: types[found.Ext]}
	if err := u.stores[found.Store].Put(ctx, o, content); err != nil {
		return Stored{}, u.away(ctx, "store", found, err)
	}
	return found.stored(), u.finish(ctx, by, found)
}

func (u *Uploads) has(ctx context.Context, r row) (bool, error) {
	s, configured := u.stores[r.Store]
	if !configured {
		return false, errors.New("its store is not configured")
	}
	return s.Has(ctx, r.Object, r.Size)
}

// away logs why a store failed, and answers ErrAway.
func (u *Uploads) away(ctx context.Context, what string, r row, err error) error {
	u.Log.ErrorContext(ctx, "the file storage failed", "act", what, "store", r.Store, "object", r.Object, "why", reason(err))
	return ErrAway
}

// newObject names an object. The name is used once, so that removing an old object
// never removes a new one of the same bytes.
func newObject(hash, ext string) string {
	var b [6]byte
	_, _ = rand.Read(b[:])
	return hash[:2] + "/" + hash + "-" + hex.EncodeToString(b[:]) + "." + ext
}

// cleanName is the name of a sent file without folders and without what hides something.
func cleanName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	if !utf8.ValidString(name) || name == "/" {
		return ""
	}
	name = strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) || strings.ContainsRune(`"<>:|?*;%`, r) {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName])
	}
	return strings.Trim(name, ". ") // no hidden file, and no folder above
}

// Problem says in Chinese why files cannot be stored now, "" if they can. where
// names the store.
func (u *Uploads) Problem(ctx context.Context) (problem, where string) {
	where = "本站数据库"
	if u.into == s3Store {
		where = u.S3.String()
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := u.stores[u.into].Check(ctx); err != nil {
		return reason(err), where
	}
	return "", where
}

// outcome is a fault's code, for the count of uploads.
func outcome(err error) string {
	if f, ok := fault.Of(err); ok {
		return f.Code
	}
	return "failed"
}
