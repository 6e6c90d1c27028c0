package banksheet

import "hongyun/internal/fault"

// The faults of a file. Those that begin with a line number name the line as a
// text editor counts it.
var (
	ErrEmpty     = fault.New(fault.Invalid, "bank.empty", "文件是空的，请重新导出")
	ErrSize      = fault.New(fault.Invalid, "bank.size", "文件超过5MB，请缩短日期范围后分次导出")
	ErrLines     = fault.New(fault.Invalid, "bank.lines", "文件超过20000行，请缩短日期范围后分次导出")
	ErrExcel     = fault.New(fault.Invalid, "bank.excel", "这是 Excel 文件，不是 CSV。请在网银选择 CSV 格式导出，或在 Excel 中另存为 CSV")
	ErrArchive   = fault.New(fault.Invalid, "bank.archive", "这是压缩文件或 xlsx 文件，不是 CSV。请解压，或在 Excel 中另存为 CSV")
	ErrPage      = fault.New(fault.Invalid, "bank.page", "这是网页或 PDF 文件，不是 CSV。请在网银选择 CSV 格式导出")
	ErrBinary    = fault.New(fault.Invalid, "bank.binary", "文件不是文本，请上传网银导出的 CSV 文件")
	ErrEncoding  = fault.New(fault.Invalid, "bank.encoding", "无法识别文件编码，请保存为 UTF-8 或 GB18030 编码的 CSV")
	ErrQuote     = fault.New(fault.Invalid, "bank.quote", "第%d行：引号没有成对，请重新导出")
	ErrHeading   = fault.New(fault.Invalid, "bank.heading", "没有找到表头，请选择对应的银行格式，或在“自定义列”中指定各列")
	ErrColumns   = fault.New(fault.Invalid, "bank.columns", "请至少指定日期列，以及金额列（收入与支出两列，或一列金额）")
	ErrForm      = fault.New(fault.Invalid, "bank.form", "没有这种银行格式")
	ErrNoLines   = fault.New(fault.Invalid, "bank.no_lines", "文件中没有可以导入的流水")
	ErrShort     = fault.New(fault.Invalid, "bank.short", "第%d行：列数少于表头，请检查文件是否完整")
	ErrDate      = fault.New(fault.Invalid, "bank.date", "第%d行：日期“%s”无法识别")
	ErrNoDate    = fault.New(fault.Invalid, "bank.no_date", "第%d行：有金额但没有日期")
	ErrAmount    = fault.New(fault.Invalid, "bank.amount", "第%d行：金额“%s”无法识别")
	ErrBoth      = fault.New(fault.Invalid, "bank.both", "第%d行：收入和支出都有金额")
	ErrSide      = fault.New(fault.Invalid, "bank.side", "第%d行：借贷方向“%s”无法识别")
	ErrRewritten = fault.New(fault.Invalid, "bank.rewritten", "第%d行：“%s”是表格软件改写过的号码，后几位已丢失。请直接上传网银导出的原始文件")
	ErrCells     = fault.New(fault.Invalid, "bank.cells", "第%d行：超过200列，请检查文件")
	ErrText      = fault.New(fault.Invalid, "bank.text", "第%d行：内容过长或含有不允许的字符")
)
