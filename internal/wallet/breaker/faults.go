package wallet

import "hongyun/internal/fault"

// ErrVenueBusy is the answer to a player while a venue is given no call.
var ErrVenueBusy = fault.New(fault.Refused, "wallet.venue_busy", "该场馆繁忙，请稍后再试")
