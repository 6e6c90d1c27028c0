// Command table prints what a proof run found as one Markdown table, and ends
// with 1 if a line of it failed.
//
//	table LINES COMMIT DATE SECONDS
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"hongyun/internal/proof"
)

// order is how the areas follow each other; what is not named comes last.
var order = []string{"guards", "faults", "crash", "simulation", "races", "reconciliation", "backup", "games", "mutants", "speed"}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: table LINES COMMIT DATE SECONDS")
		os.Exit(2)
	}
	lines, err := read(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "table:", err)
		os.Exit(1)
	}
	failed := print(lines)
	verdict := fmt.Sprintf("All %d lines passed.", len(lines))
	if failed > 0 || len(lines) == 0 {
		verdict = fmt.Sprintf("%d of %d lines FAILED.", failed, len(lines))
	}
	fmt.Printf("\n%s Commit %s, %s, %s s in all.\n", verdict, os.Args[2], os.Args[3], os.Args[4])
	if failed > 0 || len(lines) == 0 {
		os.Exit(1)
	}
}

func read(path string) ([]proof.Line, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var lines []proof.Line
	for scan := bufio.NewScanner(f); ; {
		if !scan.Scan() {
			err = scan.Err()
			break
		}
		var line proof.Line
		if err = json.Unmarshal(scan.Bytes(), &line); err != nil {
			break
		}
		lines = append(lines, line)
	}
	rank := func(l proof.Line) int {
		if at := slices.Index(order, l.Area); at >= 0 {
			return at
		}
		return len(order)
	}
	slices.SortStableFunc(lines, func(a, b proof.Line) int { return rank(a) - rank(b) })
	return lines, err
}

// print writes the table and returns how many lines failed.
func print(lines []proof.Line) int {
	failed := 0
	fmt.Println("| area | what | engine | how many | result | seconds | figures |")
	fmt.Println("|---|---|---|---:|---|---:|---|")
	for _, l := range lines {
		result := "passed"
		if !l.Passed {
			failed++
			result = "**FAILED**"
		}
		note := strings.ReplaceAll(l.Note, "|", "/")
		fmt.Printf("| %s | %s | %s | %d | %s | %.0f | %s |\n", l.Area, l.What, l.Engine, l.Count, result, l.Seconds, note)
	}
	return failed
}
