package breaker

import "hongyun/internal/fault"

// ErrBusy is the answer to a player while a venue is given no call.
var ErrBusy = fault.New(fault.Refused, "wallet.venue_busy", "该场馆繁忙，请稍后再试")
