// Package finding says what a break between two records is. A finding has its
// kind, the figures of both sides, and advice for the person who looks into it.
// It names the door that stays closed while it is open. Package reconcile finds
// breaks, stores them and settles them; this package reads and writes nothing.
package finding
