// Package crash kills the real program at each step of each money flow, and at
// random under load, on both engines, and looks at what became of the money.
//
// The program is cmd/hongyun built with the tag crash: at a named point between
// two steps it sends SIGKILL, or SIGSTOP, to itself. The companies live in the
// test's own process and survive; their books say what really happened. After
// each death the program is started again on the same data, whoever had no
// answer asks again, and then must hold: everything ends within 120 s of the
// house's time, `hongyun books verify` (the program without the tag) passes, the
// mirrors agree with the companies' own books account by account, and the order
// is there once, with the result that its crash point allows.
//
// The crash points are those of the table C0..C8; what each means in each flow
// is written beside it in points_test.go. Where a step is a person's and not a
// machine's, the nearest step of a person stands for it.
//
// A transfer that was never sent is not sent later: the house asks for it, and
// when the company has said twice, a minute apart, that it never heard of it,
// gives the money back. The contract here makes a transfer visible within 30 s;
// with the protocol's own minute the same takes half a minute longer.
//
// A killed process leaves what it wrote with the operating system. That commits
// survive the loss of power is the promise of fsync, which is on for all of
// these databases, and is not tried here.
package crash
