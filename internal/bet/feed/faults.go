package feed

import "hongyun/internal/fault"

// The faults that staff meet who ask for a window again.
var (
	ErrNoWindow = fault.New(fault.NotFound, "bet.no_window", "没有该拉取窗口")
	ErrWaiting  = fault.New(fault.Conflict, "bet.waiting", "该窗口已在等待拉取")
)
