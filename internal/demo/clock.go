package demo

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/calendar"
	"hongyun/internal/door"
)

const clockFile = "clock.json"

// farthest is how far a house may be put ahead of the machine.
const farthest = 20 * 365 * 24 * time.Hour

type clockState struct {
	AheadMs int64 `json:"aheadMs"`
}

// loadClock is a clock as far ahead of the machine's as it was left.
func loadClock(dir string) (*calendar.Movable, error) {
	clock := calendar.NewMovable(calendar.System())
	text, err := os.ReadFile(filepath.Join(dir, clockFile))
	if errors.Is(err, fs.ErrNotExist) {
		return clock, nil
	}
	if err != nil {
		return nil, err
	}
	var kept clockState
	if err := json.Unmarshal(text, &kept); err != nil {
		return nil, err
	}
	clock.Advance(time.Duration(kept.AheadMs) * time.Millisecond)
	return clock, nil
}

// clockRoutes adds POST /test/clock {"at":RFC3339} or {"advance":"24h"}, which
// moves the house's clock forward and runs what came due before it answers;
// and GET, which tells the time. The move is kept before it is made: a restart
// on the same data never goes back in time.
func clockRoutes(dir string, clock *calendar.Movable) func(*http.ServeMux, *app.App) {
	return func(mux *http.ServeMux, a *app.App) {
		mux.HandleFunc("GET /test/clock", func(w http.ResponseWriter, _ *http.Request) { tell(w, clock) })
		mux.HandleFunc("POST /test/clock", func(w http.ResponseWriter, r *http.Request) {
			door.VisitOf(r.Context()).Route = "/test/clock"
			step, err := stepOf(r, clock.Now())
			if err == nil {
				err = keepClock(dir, clock.Ahead()+step)
			}
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			clock.Advance(step)
			if err := a.Jobs.RunDue(r.Context()); err != nil {
				// What failed is tried again by the jobs themselves.
				a.Log.Warn("a job that came due failed", "err", err)
			}
			tell(w, clock)
		})
	}
}

func stepOf(r *http.Request, now time.Time) (time.Duration, error) {
	var wish struct {
		At      *time.Time `json:"at"`
		Advance string     `json:"advance"`
	}
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 4096))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&wish); err != nil {
		return 0, err
	}
	var step time.Duration
	switch {
	case (wish.At == nil) == (wish.Advance == ""):
		return 0, errors.New(`want {"at": RFC3339} or {"advance": "24h"}`)
	case wish.At != nil:
		step = wish.At.Sub(now)
	default:
		var err error
		if step, err = time.ParseDuration(wish.Advance); err != nil {
			return 0, err
		}
	}
	if step < 0 {
		return 0, errors.New("the clock only moves forward")
	}
	if step > farthest {
		return 0, errors.New("that is too far")
	}
	return step, nil
}

func keepClock(dir string, ahead time.Duration) error {
	text, err := json.Marshal(clockState{AheadMs: ahead.Milliseconds()})
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, clockFile), text)
}

func tell(w http.ResponseWriter, clock *calendar.Movable) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{
		"now": clock.Now().UTC().Format(time.RFC3339Nano), "aheadSeconds": int64(clock.Ahead().Seconds()),
	})
}
