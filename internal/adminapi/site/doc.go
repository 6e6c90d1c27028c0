// Package site serves the calls about what the site shows and how it is set up:
// contents, settings, messages and alarms.
package site
