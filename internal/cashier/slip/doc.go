// Package slip keeps the pictures of transfers that players upload for unfinished
// orders. A picture proves nothing: it helps staff to find the payment.
package slip
