// Package fishery serves the fishing halls: rooms whose fish and cannons all
// players share. Its mathematics are in sandbox/fishing.
package fishery
