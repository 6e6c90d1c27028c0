package app

import (
	"io"
	"log/slog"
	"strings"
)

// secretWords mark attributes whose value never reaches a log, whoever writes
// it (trust LOG-1).
var secretWords = []string{
	"password", "passwd", "ticket", "token", "authorization", "cookie", "secret", "totp", "verifycode",
	"key", "phone", "tell", "email", "truename", "true_name", "card", "account_number", "birthday",
}

// NewLog is a structured log with UTC times in which secrets are blanked.
func NewLog(to io.Writer, level slog.Level, asJSON bool) *slog.Logger {
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: redact}
	if asJSON {
		return slog.New(slog.NewJSONHandler(to, o))
	}
	return slog.New(slog.NewTextHandler(to, o))
}

func redact(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		a.Value = slog.TimeValue(a.Value.Time().UTC())
		return a
	}
	name := strings.ToLower(a.Key)
	for _, word := range secretWords {
		if strings.Contains(name, word) {
			return slog.String(a.Key, "***")
		}
	}
	return a
}
