package ag

import (
	"context"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	commandLimit = 64 << 10 // bytes of an answer to a command
	recordLimit  = 32 << 20 // bytes of a page of bets
	separator    = `/\\/`   // a slash, two backslashes, a slash
)

// param is one value of a call; the vendor signs them in the order they are sent.
type param struct{ name, value string }

type params []param

func (list params) get(name string) string {
	for _, p := range list {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// sign is the query of a command: the values in one sealed text, and its key.
func (v *Venue) sign(list params) string {
	pairs := make([]string, len(list))
	for i, p := range list {
		pairs[i] = p.name + "=" + p.value
	}
	sealed := base64.StdEncoding.EncodeToString(v.cipher.Seal([]byte(strings.Join(pairs, separator))))
	return "params=" + url.QueryEscape(sealed) + "&key=" + digest(sealed+v.config.MD5Key)
}

func digest(text string) string {
	sum := md5.Sum([]byte(text))
	return hex.EncodeToString(sum[:])
}

// command asks the command interface one thing. Errors name the method and
// never the query.
func (v *Venue) command(ctx context.Context, list params) (reply, error) {
	method := list.get("method")
	body, err := v.get(ctx, v.config.BaseURL+"/doBusiness.do?"+v.sign(list), commandLimit)
	if err != nil {
		return reply{}, fmt.Errorf("ag: %s: %w", method, err)
	}
	r, err := readReply(body)
	if err != nil {
		return reply{}, fmt.Errorf("%s: %w", method, err)
	}
	if reasons[r.code] == venue.Setup {
		v.config.Log.ErrorContext(ctx, "the venue does not accept our contract's settings",
			"venue", v.config.Code, "platform", v.config.PlatformID, "method", method, "code", r.code)
	}
	return r, nil
}

// records asks the record interface for a page. Its key is over the values in
// the order they are sent.
func (v *Venue) records(ctx context.Context, path string, list params) ([]byte, error) {
	var query, values strings.Builder
	for _, p := range list {
		query.WriteString(p.name + "=" + url.QueryEscape(p.value) + "&")
		values.WriteString(p.value)
	}
	body, err := v.get(ctx, v.config.RecordURL+path+"?"+query.String()+"key="+digest(values.String()+v.config.RecordKey), recordLimit)
	if err != nil {
		return nil, fmt.Errorf("ag: %s: %w", path, err)
	}
	return body, nil
}

// get performs one call within the time limit and reads at most limit bytes.
func (v *Venue) get(ctx context.Context, address string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, fmt.Errorf("the address is not well formed")
	}
	request.Header.Set("User-Agent", "WEB_LIB_GI_"+v.config.Agent)
	return wire.Read(v.http, request, limit)
}
