package ky

// Codes of d.code that this server answers.
const (
	codeOK           = 0
	codeNoChannel    = 2
	codeOldTimestamp = 3
	codeAddress      = 5
	codeMissing      = 6
	codeUnknown      = 8
	codeBadKey       = 15
	codeNoRows       = 16
	codeDisabled     = 20
	codeBadCipher    = 22
	codeLongWindow   = 24
	codeNoOrder      = 26
	codeDatabase     = 27
	codeOrderShape   = 29
	codeNotPositive  = 31
	codeUpdateFailed = 33
	codeDuplicate    = 34
	codeNoPlayer     = 35
	codeNoGame       = 36
	codeShort        = 38
	codeBusy         = 39
	codeTooMuch      = 40
	codeTooOften     = 43
	codeProcessing   = 44
	codeParameter    = 45
	codeAgentCredit  = 1002
)

// Values of status in the answer to s=4.
const (
	orderAbsent     = -1
	orderDone       = 0
	orderFailed     = 2
	orderProcessing = 3
)
