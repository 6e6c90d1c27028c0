package wallet

import (
	"sync"
	"sync/atomic"
)

// each calls do for each of n things at the same time and waits for all of
// them. It hands a panic to the caller once all have ended: a panic in its own
// goroutine would end the process.
func (w *Wallets) each(n int, do func(i int)) {
	if w.InTurn {
		for i := range n {
			do(i)
		}
		return
	}
	var wg sync.WaitGroup
	var panicked atomic.Pointer[any]
	for i := range n {
		wg.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					panicked.CompareAndSwap(nil, &r)
				}
			}()
			do(i)
		})
	}
	wg.Wait()
	if r := panicked.Load(); r != nil {
		panic(*r)
	}
}
