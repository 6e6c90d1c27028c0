// Package catalogue changes the games of the venues for staff: names, pictures,
// marks, places, maintenance and descriptions, each with its trail. It reads the
// lists of the vendors who give one, shows how they differ, and takes them over
// when staff say so. Package venue reads the same games for players.
package catalogue
