package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Ready is what the ready file holds: a contract with scripts outside this
// repository.
type Ready struct {
	Player         string   `json:"player"`
	Admin          string   `json:"admin"`
	Hooks          string   `json:"hooks"`
	Ops            string   `json:"ops"`
	Sandbox        string   `json:"sandbox"`
	ReqTokenSecret string   `json:"reqTokenSecret"`
	Staff          Staff    `json:"staff"`
	Staffs         []Staff  `json:"staffs"` // all of them: two-person steps need two
	Players        []Player `json:"players"`
}

// Ready describes the running demo.
func (d *Demo) Ready() Ready {
	return Ready{
		Player: d.App.URL("player"), Admin: d.App.URL("admin"), Hooks: d.App.URL("hooks"), Ops: d.App.URL("ops"),
		Sandbox: d.SandboxURL(), ReqTokenSecret: d.keys.ReqTokenSecret,
		Staff: d.Staff[0], Staffs: d.Staff, Players: d.Players,
	}
}

// WriteReady waits until everything answers and then writes the ready file,
// complete from the first moment it can be seen.
func (d *Demo) WriteReady(ctx context.Context, path string) error {
	r := d.Ready()
	for _, url := range []string{
		r.Ops + "/readyz", r.Player + "/v1/PubInterface/GetVerificationImage?vRand=x", r.Admin + "/admin/v1/me",
		r.Hooks + "/", r.Sandbox + "/healthz",
	} {
		if err := answers(ctx, url); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(path, append(text, '\n'))
}

func answers(ctx context.Context, url string) error {
	client := http.Client{Timeout: 2 * time.Second}
	for try := 0; ; try++ {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		response, err := client.Do(r)
		if err == nil {
			_, _ = io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			if response.StatusCode < http.StatusInternalServerError {
				return nil
			}
			err = fmt.Errorf("%s answers %s", url, response.Status)
		}
		if try == 50 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}
