package staff

import "hongyun/internal/fault"

// What staff may be told.
var (
	ErrLoginRefused  = fault.New(fault.Denied, "staff.login_refused", "用户名、密码或验证码错误")
	ErrLoginLocked   = fault.New(fault.TooMany, "staff.login_locked", "尝试次数过多，请30分钟后再试")
	ErrNoSession     = fault.New(fault.Unauthenticated, "staff.no_session", "尚未登录或登录已过期，请重新登录")
	ErrDenied        = fault.New(fault.Denied, "staff.denied", "您没有此操作的权限")
	ErrNameForm      = fault.New(fault.Invalid, "staff.name", "用户名须为2-32位字母、数字、点、横线或下划线")
	ErrNameTaken     = fault.New(fault.Conflict, "staff.name_taken", "该用户名已存在")
	ErrRole          = fault.New(fault.Invalid, "staff.role", "请选择有效的角色")
	ErrReason        = fault.New(fault.Invalid, "staff.reason", "请填写2-200字的原因")
	ErrNotFound      = fault.New(fault.NotFound, "staff.not_found", "没有找到该人员")
	ErrNotFirst      = fault.New(fault.Conflict, "staff.not_first", "已有后台人员，请由管理员在后台添加")
	ErrSelf          = fault.New(fault.Denied, "staff.self", "不能修改自己的账号")
	ErrLastOwner     = fault.New(fault.Refused, "staff.last_owner", "不能停用最后一位管理员或取消其角色")
	ErrAlreadyOff    = fault.New(fault.Conflict, "staff.already_disabled", "该人员已停用")
	ErrAlreadyOn     = fault.New(fault.Conflict, "staff.already_enabled", "该人员未停用")
	ErrPerson        = fault.New(fault.Invalid, "staff.person", "请填写2-64位工号或证件号，用来识别是哪一个人")
	ErrPassword      = fault.New(fault.Invalid, "staff.password", "密码须为12-128个字符，且不能包含用户名")
	ErrLink          = fault.New(fault.Refused, "staff.link", "链接或登记码无效、已使用或已过期，请联系管理员重新发起")
	ErrCode          = fault.New(fault.Refused, "staff.code", "动态口令错误或已使用，请等待下一个")
	ErrProof         = fault.New(fault.Refused, "staff.proof", "当前密码或动态口令错误")
	ErrStepUp        = fault.New(fault.Denied, "staff.step_up", "此操作需要重新输入动态口令")
	ErrNewcomer      = fault.New(fault.Denied, "staff.newcomer", "您的账号自%s起才能审批")
	ErrOwnRequest    = fault.New(fault.Denied, "staff.own_request", "不能审批自己提交的申请")
	ErrOpenRequest   = fault.New(fault.Conflict, "staff.request_open", "该事项已有待审批的申请")
	ErrNoRequest     = fault.New(fault.NotFound, "staff.request_not_found", "没有找到该申请")
	ErrDecided       = fault.New(fault.Conflict, "staff.request_decided", "该申请已由%s处理")
	ErrSubjectChange = fault.New(fault.Conflict, "staff.subject_changed", "相关内容已变更，该申请已作废")
)
