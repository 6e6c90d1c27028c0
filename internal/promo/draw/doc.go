// Package draw holds random draws: packets drawn at the odds that players are
// told, and the monthly draw among entrants, which everyone can repeat.
//
// A monthly draw follows from a stored seed and the stored list of entrants. Its
// digest names the list, so a changed list is noticed.
package draw
