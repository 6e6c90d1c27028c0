package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// Trust LOG-1: whoever writes a log line, what opens an account or names a
// person never stands in it.
func TestLogsHoldNoSecrets(t *testing.T) {
	const canary = "canary-4711"
	for _, asJSON := range []bool{true, false} {
		var out bytes.Buffer
		log := NewLog(&out, slog.LevelDebug, asJSON)
		for _, name := range []string{
			"password", "newPassword", "ticket", "Authorization", "device_cookie", "reqTokenSecret", "totpSecret", "md5Key", "phone", "tell",
			"email", "trueName", "cardNumber", "account_number", "verifyCode",
		} {
			log.Info("line", name, canary, slog.Group("in", name, canary))
		}
		if strings.Contains(out.String(), canary) {
			t.Errorf("JSON %v: the log holds a secret:\n%s", asJSON, out.String())
		}
		log.Info("line", "route", "/v1/x", "player", "kept")
		if !strings.Contains(out.String(), "kept") {
			t.Error("what is no secret was blanked too")
		}
	}
}
