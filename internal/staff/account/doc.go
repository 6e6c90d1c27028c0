// Package account holds the accounts of the back office: how people are invited,
// enrol, get roles, lose them and are let in again.
//
// Adding, enabling or widening an account takes two people once two owners exist.
package account
