package tcg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"path"
	"slices"

	"github.com/jlaffaye/ftp"
)

// ftpFiles are files on an FTP server. Each question has a connection of its own.
type ftpFiles struct {
	address, root, user, password string
}

// list gives the names in a folder. Servers answer alike for a folder that is
// not there and for one that they do not show. So a refusal counts as an empty
// folder only where the folder above can be listed and does not name it.
func (f ftpFiles) list(ctx context.Context, folder string) ([]string, error) {
	var names []string
	err := f.with(ctx, func(c *ftp.ServerConn) error {
		var err error
		if names, err = namesIn(c, f.root+"/"+folder); !isRefusal(err) {
			return err
		}
		above, aboveErr := namesIn(c, f.root+"/"+path.Dir(folder))
		if aboveErr != nil || slices.Contains(above, path.Base(folder)) {
			return err
		}
		names = nil
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("tcg: ftp: list %s: %w", folder, err)
	}
	return names, nil
}

// namesIn lists one folder. Some servers answer with whole paths.
func namesIn(c *ftp.ServerConn, folder string) ([]string, error) {
	names, err := c.NameList(folder)
	if err != nil {
		return nil, bare(err)
	}
	for i, name := range names {
		names[i] = path.Base(name)
	}
	return names, nil
}

// read gives a whole file: the server says at its end that it has sent it all.
func (f ftpFiles) read(ctx context.Context, file string) ([]byte, error) {
	var body []byte
	err := f.with(ctx, func(c *ftp.ServerConn) error {
		data, err := c.Retr(f.root + "/" + file)
		if err != nil {
			return bare(err)
		}
		body, err = io.ReadAll(io.LimitReader(data, fileLimit+1))
		if int64(len(body)) > fileLimit {
			err = errors.New("the file is too long")
		}
		return errors.Join(bare(err), bare(data.Close()))
	})
	if err != nil {
		return nil, fmt.Errorf("tcg: ftp: read %s: %w", path.Base(file), err)
	}
	return body, nil
}

// with opens a session for one question. All its connections end with ctx and
// lead to the contract's host, whatever address the server names.
func (f ftpFiles) with(ctx context.Context, ask func(*ftp.ServerConn) error) error {
	host, _, err := net.SplitHostPort(f.address)
	if err != nil {
		return errors.New("the address is not well formed")
	}
	dial := func(network, address string) (net.Conn, error) {
		_, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		conn, err := new(net.Dialer).DialContext(ctx, network, net.JoinHostPort(host, port))
		if err != nil {
			return nil, err
		}
		context.AfterFunc(ctx, func() { _ = conn.Close() }) // a session has no other way to end early
		return conn, nil
	}
	c, err := ftp.Dial(f.address, ftp.DialWithDialFunc(dial))
	if err == nil {
		defer func() { _ = c.Quit() }()
		if err = c.Login(f.user, f.password); err != nil && !isRefusal(err) && ctx.Err() == nil {
			err = errors.New("the server does not let us in") // its words may hold anything
		}
	}
	if err == nil {
		err = ask(c)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return bare(err)
}

// refusal is a server's no, without its words, which may hold anything.
type refusal struct{ code int }

func (r refusal) Error() string { return fmt.Sprintf("answered with code %d", r.code) }

// bare takes a server's words out of an error.
func bare(err error) error {
	if no, ok := errors.AsType[*textproto.Error](err); ok {
		return refusal{no.Code}
	}
	return err
}

// isRefusal says whether the server answered, and said no: 450 and 550 mean that
// a file is not available.
func isRefusal(err error) bool {
	no, ok := errors.AsType[refusal](bare(err))
	return ok && (no.code == ftp.StatusFileUnavailable || no.code == ftp.StatusFileActionIgnored)
}
