package bankfile

import "hongyun/internal/fault"

// Faults of imported bank statements, shown to staff.
var (
	ErrNoFile        = fault.New(fault.NotFound, "bank.no_file", "没有找到该文件")
	ErrFileName      = fault.New(fault.Invalid, "bank.file_name", "文件名须为1-120字，且不能包含控制字符")
	ErrStatementFor  = fault.New(fault.Invalid, "bank.account", "请选择流水所属的收款账户")
	ErrFuture        = fault.New(fault.Invalid, "bank.future", "第%d行：日期在未来，请检查日期列")
	ErrSerialTwice   = fault.New(fault.Conflict, "bank.serial_twice", "第%d行：流水号“%s”已导入过，但金额或时间不同，文件未导入。请核对文件；若银行会重复使用号码，请不要指定流水号列")
	ErrFileChanged   = fault.New(fault.Conflict, "bank.file_changed", "第%d行：该时间段的流水已导入过，其中没有这一笔。文件可能被改动过，请从网银重新导出原始文件；若银行补记了该笔，请用“登记来款”")
	ErrFileElsewhere = fault.New(fault.Conflict, "bank.file_elsewhere", "该文件已导入到%s。若选错了账户，请先撤销原来的文件")
	ErrLineElsewhere = fault.New(fault.Conflict, "bank.line_elsewhere", "第%d行：同一笔流水已导入到%s，请检查所选账户；若选错了账户，请先撤销原来的文件")
	ErrOtherForm     = fault.New(fault.Conflict, "bank.other_form", "该账户%s至%s之间的流水已用另一种格式导入，请用同一格式，以免同一笔流水记两次")
	ErrUndone        = fault.New(fault.Conflict, "bank.undone", "该文件已撤销")
	ErrFileUsed      = fault.New(fault.Conflict, "bank.file_used", "该文件已有%d笔流水入账或关联，不能撤销")
	ErrLineWay       = fault.New(fault.Refused, "bank.line_way", "收入流水只能用于存款，支出流水只能用于提款")
	ErrLineChoose    = fault.New(fault.Refused, "bank.line_choose", "该笔流水没有唯一的匹配，请打开后人工选择")
	ErrLineReview    = fault.New(fault.Denied, "bank.line_review", "该订单在复核中，您没有复核存款的权限")
	ErrLineBooked    = fault.New(fault.Refused, "bank.line_booked", "只能关联已到账的存款或已出款的提款，且金额须一致")
	ErrLines         = fault.New(fault.Invalid, "bank.lines_count", "每次可以处理1-100笔流水")
)
