package fault_test

// matrix is the whole fault matrix, row by row.
var matrix = []cell{
	{row: "F1", flow: "O1", run: requestLost}, {row: "F1", flow: "O2", run: requestLost},
	{row: "F2", flow: "O1", run: responseLost}, {row: "F2", flow: "O2", run: responseLost},
	{row: "F3", flow: "O1", run: brokenAnswer}, {row: "F3", flow: "O2", run: brokenAnswer},
	{row: "F4", flow: "O1", run: slow}, {row: "F4", flow: "O2", run: slow},
	{row: "F5", flow: "O1", run: refused}, {row: "F5", flow: "O2", run: refused},
	{row: "F6", flow: "O1", run: nonsense}, {row: "F6", flow: "O2", run: nonsense},
	{row: "F7", flow: "O1", run: duplicates}, {row: "F7", flow: "O2", run: duplicates},
	{row: "F8", flow: "O1", run: answerAfterTheEnd}, {row: "F8", flow: "O2", run: answerAfterTheEnd},
	{row: "F9", flow: "O1", run: outOfOrder}, {row: "F9", flow: "O2", run: outOfOrder},
	{row: "F10", flow: "O1", run: reversed}, {row: "F10", flow: "O2", run: reversed},
	{row: "F11", flow: "O1", run: otherAmount}, {row: "F11", flow: "O2", run: otherAmount},
	{row: "F12", flow: "O1", run: otherUnit}, {row: "F12", flow: "O2", run: otherUnit},
	{row: "F13", flow: "O1", run: wrongAddressee}, {row: "F13", flow: "O2", run: wrongAddressee},
	{row: "F14", flow: "O1", run: knownAlready}, {row: "F14", flow: "O2", run: knownAlready},
	{row: "F15", flow: "O1", run: questionsFail}, {row: "F15", flow: "O2", run: questionsFail},
	{row: "F16", flow: "O1", run: playerActs}, {row: "F16", flow: "O2", run: playerActs},
	{row: "F17", flow: "O1", why: "a recycle only brings money back"}, {row: "F17", flow: "O2", run: partialRecycle},
	{row: "F18", flow: "O1", run: maintained}, {row: "F18", flow: "O2", run: maintained},
}
