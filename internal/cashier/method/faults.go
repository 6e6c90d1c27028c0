package method

import "hongyun/internal/fault"

// Faults of channels, shown to players.
var (
	ErrNoChannel = fault.New(fault.Refused, "deposit.channel", "该存款通道暂不可用，请选择其他通道")
)
