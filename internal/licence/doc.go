// Package licence keeps the data of the licence under which the operator serves
// players: who holds it, its number and regulator, and the sentence of the footer.
//
// Two people change them through package setting, and pages read them from memory.
// It must never show a licence that one person alone entered.
package licence
