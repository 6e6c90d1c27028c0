package tcg

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"hongyun/internal/venue/wire"
)

const (
	folderLimit = 1 << 20  // bytes of a list of names
	fileLimit   = 64 << 20 // bytes of a file of bets
)

// files is a tree of folders with files of bets. Paths are relative to its root.
type files interface {
	// list gives the names in a folder. A folder that provably is not there has
	// none; anything else that goes wrong is an error.
	list(ctx context.Context, folder string) ([]string, error)
	// read gives a whole file.
	read(ctx context.Context, file string) ([]byte, error)
}

// fileName is a name that a folder may hold.
var fileName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,80}$`)

// rootPath is the path of the root on an FTP server.
var rootPath = regexp.MustCompile(`^(/[A-Za-z0-9._-]+)*$`)

// openFiles returns the files at a contract's FileURL. It makes no call.
func openFiles(c Config, client *http.Client) (files, error) {
	u, err := url.Parse(c.FileURL)
	if err != nil || c.FileUser == "" || c.FilePassword == "" || strings.ContainsAny(c.FileUser+c.FilePassword, "\r\n") {
		return nil, errors.New("tcg: FileURL, FileUser and FilePassword are needed")
	}
	root := strings.TrimSuffix(u.Path, "/")
	switch {
	case u.Scheme == "ftp" && u.Host != "" && u.User == nil && u.RawQuery == "" && u.Fragment == "" && rootPath.MatchString(root):
		address := u.Host
		if u.Port() == "" {
			address = strings.TrimSuffix(u.Host, ":") + ":21"
		}
		return ftpFiles{address: address, root: root, user: c.FileUser, password: c.FilePassword}, nil
	case wire.IsBase(c.FileURL) && u.User == nil:
		return httpFiles{client: client, root: strings.TrimSuffix(c.FileURL, "/"), user: c.FileUser, password: c.FilePassword}, nil
	}
	return nil, errors.New("tcg: FileURL must be an ftp or http address without a user")
}

// httpFiles are files on a web server, where a folder is a text with a name on
// each line. A folder always has a file: an empty answer says nothing.
type httpFiles struct {
	client               *http.Client
	root, user, password string
}

func (f httpFiles) list(ctx context.Context, folder string) ([]string, error) {
	body, err := f.get(ctx, folder+"/", folderLimit)
	if err != nil {
		return nil, err
	}
	text, whole := strings.CutSuffix(string(body), "\n")
	if !whole {
		return nil, errForm
	}
	names := strings.Split(text, "\n")
	for i, name := range names {
		names[i] = strings.TrimSuffix(name, "\r")
		if !fileName.MatchString(names[i]) {
			return nil, errForm
		}
	}
	return names, nil
}

func (f httpFiles) read(ctx context.Context, file string) ([]byte, error) {
	return f.get(ctx, file, fileLimit)
}

func (f httpFiles) get(ctx context.Context, at string, limit int64) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.root+"/"+at, nil)
	if err != nil {
		return nil, errors.New("tcg: the address of the files is not well formed")
	}
	request.SetBasicAuth(f.user, f.password)
	body, err := wire.Read(f.client, request, limit)
	if err != nil {
		return nil, fmt.Errorf("tcg: %s: %w", path.Base(at), err)
	}
	return body, nil
}
