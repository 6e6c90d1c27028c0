// Package rule keeps the rules of promotions: the kinds, their figures and odds,
// and the sentences that follow from them. A Book has their versions and switches.
//
// A version that is in force is never changed. Two people decide about a new
// version, which begins with the next period, and about the start of a promotion;
// one person can stop it. Package promo works out what players earn under a rule.
package rule
