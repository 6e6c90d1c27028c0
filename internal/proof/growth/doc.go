// Package growth proves that no sweep and no check costs more because the
// tables behind it have grown: what a run reads is bounded by what is new, by
// what is open, or by a fixed page. Its tests take the list of jobs from the
// queue itself, so a new one is measured as soon as it is registered.
package growth
