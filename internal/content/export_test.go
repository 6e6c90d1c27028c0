package content

import "hongyun/internal/calendar"

// Watch sets the clock that says how old the memory of the maintenance is.
func (c *Content) Watch(clock calendar.Clock) { c.planned.SetClock(clock) }
