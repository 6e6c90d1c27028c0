// Package upload takes files from staff, checks them, makes pictures anew and
// keeps them in a store: our own database, or one that speaks S3. The address of
// a file holds the hash of its bytes, so what an address shows never changes.
//
// It never stores a file as it came unless it is an app package, and never
// removes one that something still shows.
package upload
