// Package licence keeps the data of the licence under which the operator serves
// players. It names the holder, the number, the regulator and the footer's sentence.
//
// Two people change them through package setting, and pages read them from memory.
// It must never show a licence that one person alone entered.
package licence
