// Package apptest is the whole house in a test: the real listeners on a fresh
// database of either engine, a clock that stands until it is moved, and the
// simulated companies behind their real wire protocols.
//
// Jobs do not run by themselves: a test moves the clock and says Due, so that
// what happens is what the test says and nothing else. At the end of every
// test the books are proved.
package apptest
