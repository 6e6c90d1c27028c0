package inbox

import "hongyun/internal/fault"

// ErrNoMessage is the answer for a message that does not exist or belongs to
// another player.
var ErrNoMessage = fault.New(fault.NotFound, "inbox.not_found", "没有找到该消息")
