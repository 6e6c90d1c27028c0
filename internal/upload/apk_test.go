package upload

import (
	"bytes"
	"encoding/binary"
	"errors"
	"testing"
)

// The larger form of ZIP keeps the length of its list elsewhere: nothing would bound
// how much of it is read.
func TestAPackageInTheLargerFormIsRefusedBeforeItsListIsRead(t *testing.T) {
	record := func(files uint16, length, offset uint32) []byte {
		end := make([]byte, endSize)
		copy(end, endMark)
		binary.LittleEndian.PutUint16(end[10:], files)
		binary.LittleEndian.PutUint32(end[12:], length)
		binary.LittleEndian.PutUint32(end[16:], offset)
		return end
	}
	for name, end := range map[string][]byte{
		"so many files":    record(0xffff, 0, 0),
		"a list elsewhere": record(3, 0, 0xffffffff),
		"a list so long":   record(3, 0xffffffff, 0),
	} {
		if _, err := endOfPackage(bytes.NewReader(end), int64(len(end))); !errors.Is(err, ErrPackage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
