package wallet

import (
	"sync"
	"sync/atomic"
)

// each does something for each of n things at the same time and waits for all
// of them. A panic is handed to the caller once all have ended: in a goroutine
// of its own it would end the process, and with it everybody's orders.
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
