// Package bankfile imports the statements of our company accounts, proposes which
// orders their lines pay, and books the lines that staff choose.
package bankfile
