package upload

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
)

// The bounds of a package's parts.
const (
	maxDirectory = 8 << 20 // of its list of files, which is read into memory
	maxManifest  = 4 << 20 // unpacked
	endSize      = 22      // of the record behind the list, without a comment
	maxComment   = 1 << 10
	signatureMin = 32
	maxSignature = 16 << 20
)

var (
	entryMark     = []byte("PK\x03\x04")
	endMark       = []byte("PK\x05\x06")
	signatureMark = []byte("APK Sig Block 42")
	manifestMark  = []byte{0x03, 0x00, 0x08, 0x00} // a binary XML of Android
)

// signers are the numbers of the signatures that Android 7 and later accept.
var signers = map[uint32]bool{0x7109871a: true, 0xf05368c0: true, 0x1b93ad61: true}

// checkPackage fails with ErrPackage unless a file is built as a signed package of
// Android: a ZIP from its first byte to its last. It has a manifest, and a block of
// signatures in front of the list of files. It does not say who signed it.
func checkPackage(file io.ReaderAt, size int64) error {
	end, err := endOfPackage(file, size)
	if err != nil {
		return err
	}
	head := make([]byte, len(entryMark))
	if _, err := file.ReadAt(head, 0); err != nil || !bytes.Equal(head, entryMark) {
		return ErrPackage.With("文件开头不是压缩包")
	}
	if err := checkSignature(file, end.offset); err != nil {
		return err
	}
	archive, err := zip.NewReader(file, size) // reads no more than the list, which is bounded above
	if err != nil || len(archive.File) != end.files {
		return ErrPackage.With("文件列表已损坏")
	}
	seen := map[string]bool{}
	var manifest *zip.File
	for _, f := range archive.File {
		if seen[f.Name] || strings.HasPrefix(f.Name, "/") || strings.Contains(f.Name, `\`) || strings.Contains("/"+f.Name+"/", "/../") {
			return ErrPackage.With("文件列表中有重复或越界的路径")
		}
		seen[f.Name] = true
		if f.Name == "AndroidManifest.xml" {
			manifest = f
		}
	}
	if manifest == nil {
		return ErrPackage.With("没有 AndroidManifest.xml")
	}
	return checkManifest(manifest)
}

// directory is where a package's list of files is.
type directory struct {
	offset int64
	files  int
}

func endOfPackage(file io.ReaderAt, size int64) (directory, error) {
	tail := make([]byte, min(size, endSize+maxComment))
	if _, err := file.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return directory{}, err
	}
	at := bytes.LastIndex(tail, endMark)
	if at < 0 || len(tail)-at < endSize {
		return directory{}, ErrPackage.With("不是压缩包，或没有传完")
	}
	end := tail[at:]
	files := int(binary.LittleEndian.Uint16(end[10:]))
	length, offset := int64(binary.LittleEndian.Uint32(end[12:])), int64(binary.LittleEndian.Uint32(end[16:]))
	comment := int(binary.LittleEndian.Uint16(end[20:]))
	switch {
	case len(end) != endSize+comment, offset+length != size-int64(len(end)):
		return directory{}, ErrPackage.With("压缩包前后还有其他内容")
	case files == 0xffff || length == 0xffffffff || offset == 0xffffffff: // the larger form, whose list is bounded by nothing here
		return directory{}, ErrPackage.With("文件列表过大")
	case length > maxDirectory || files == 0:
		return directory{}, ErrPackage.With("文件列表过大或为空")
	}
	return directory{offset, files}, nil
}

// checkSignature looks for the block of signatures, which ends where the list of
// files begins.
func checkSignature(file io.ReaderAt, end int64) error {
	missing := ErrPackage.With("没有签名（须为 v2 或 v3 签名）")
	foot := make([]byte, 8+len(signatureMark))
	if end < signatureMin {
		return missing
	}
	if _, err := file.ReadAt(foot, end-int64(len(foot))); err != nil || !bytes.Equal(foot[8:], signatureMark) {
		return missing
	}
	length := binary.LittleEndian.Uint64(foot) // without the first eight bytes
	if length < uint64(len(foot)) || length > maxSignature || int64(length)+8 > end {
		return missing
	}
	block := make([]byte, length+8)
	if _, err := file.ReadAt(block, end-int64(len(block))); err != nil || binary.LittleEndian.Uint64(block) != length {
		return missing
	}
	pairs := block[8 : len(block)-len(foot)]
	for len(pairs) >= 12 {
		n := binary.LittleEndian.Uint64(pairs)
		if n < 4 || n > uint64(len(pairs)-8) {
			return missing
		}
		if signers[binary.LittleEndian.Uint32(pairs[8:])] && n > 4 {
			return nil
		}
		pairs = pairs[8+n:]
	}
	return missing
}

func checkManifest(f *zip.File) error {
	wrong := ErrPackage.With("AndroidManifest.xml 不是安卓的格式")
	if f.UncompressedSize64 > maxManifest {
		return wrong
	}
	r, err := f.Open()
	if err != nil {
		return wrong
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, maxManifest+1)) // the list may lie about its size
	if err != nil || len(text) > maxManifest || !bytes.HasPrefix(text, manifestMark) {
		return wrong
	}
	return nil
}
