package account

// PushStateIn is the payload of PushState, a call of ours.
type PushStateIn struct {
	Endpoint string `json:"endpoint" required:"false" maxLength:"1000" wrong:"浏览器提供的推送地址无效，请关闭后重新开启" doc:"of the browser's subscription; without it the browser has none"`
}

// PushState is web push as the browser that asks sees it.
type PushState struct {
	Open bool   `json:"Open" doc:"the site offers web push"`
	Key  string `json:"Key" doc:"applicationServerKey of a subscription, base64url; empty while not open"`
	On   bool   `json:"On" doc:"messages about money and safety go to this browser"`
}

// PushOnIn is the payload of PushOnAction, a call of ours.
type PushOnIn struct {
	Endpoint string `json:"endpoint" minLength:"1" maxLength:"1000" empty:"浏览器没有提供推送地址" wrong:"浏览器提供的推送地址无效，请关闭后重新开启" doc:"of the subscription: https, at a push service that the operator allows"`
	P256dh   string `json:"p256dh" minLength:"1" maxLength:"200" empty:"浏览器没有提供推送地址" wrong:"浏览器提供的推送地址无效，请关闭后重新开启" doc:"the browser's public key, base64url"`
	Auth     string `json:"auth" minLength:"1" maxLength:"100" empty:"浏览器没有提供推送地址" wrong:"浏览器提供的推送地址无效，请关闭后重新开启" doc:"the browser's secret, base64url"`
}

// PushOffIn is the payload of PushOffAction, a call of ours.
type PushOffIn struct {
	Endpoint string `json:"endpoint" minLength:"1" maxLength:"1000" empty:"浏览器没有提供推送地址" wrong:"浏览器提供的推送地址无效，请关闭后重新开启" doc:"of the subscription"`
}
