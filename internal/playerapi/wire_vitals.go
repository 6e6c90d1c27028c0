package playerapi

// VitalsIn is one measurement of a page: milliseconds, but for CLS, which has
// no unit. It says nothing about who measured it.
type VitalsIn struct {
	Name  string `json:"name" enum:"LCP,FCP,CLS,INP,TTFB" empty:"缺少指标名称" wrong:"指标名称不正确"`
	Value string `json:"value" pattern:"^[0-9]{1,6}([.][0-9]{1,6})?$" maxLength:"13" empty:"缺少数值" wrong:"数值不正确" doc:"milliseconds; CLS without a unit"`
	Route string `json:"route" maxLength:"120" empty:"缺少页面" wrong:"页面不正确" doc:"the address of the router, without its query"`
	Form  string `json:"form" enum:"desktop,h5" empty:"缺少站点形式" wrong:"站点形式不正确"`
}
