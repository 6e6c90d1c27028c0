// Package backup proves that a house can lose its machine and go on: copies
// taken under load hold everything that was acknowledged before, a restored
// house moves no money until its companies were asked, what they know and it
// does not is found in full and booked by two people, and nothing is paid or
// credited twice, whatever is replayed.
package backup
