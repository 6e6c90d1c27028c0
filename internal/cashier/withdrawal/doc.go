// Package withdrawal takes orders to withdraw and leads them through review to their
// approval. The money is locked in the transaction that writes the order, with a
// copy of where it is to go.
//
//	submitted → claimed → (second) → approved → paid
//	                    ↘ rejected         ↘ failed: the money returns, once
//
// Package payer leads an approved order to its end.
package withdrawal
