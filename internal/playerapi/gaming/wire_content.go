package gaming

import "hongyun/internal/playerapi/wire"

// Announcement is an announcement that may pop up while HotEndTime is in the
// future (HOME-04).
type Announcement struct {
	Id         int64  `json:"Id"`
	Title      string `json:"Title" doc:"ours"`
	TContent   string `json:"TContent" doc:"base64 of UTF-8 text"`
	HotEndTime string `json:"HotEndTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
	CreateTime string `json:"CreateTime" doc:"ours"`
}

// AnnouncementsOut answers GetNotify and AvaiabledAnnoucement, spelt so.
type AnnouncementsOut struct {
	wire.Answer
	Announcements []Announcement `json:"Annoucements" doc:"spelt so"`
}

// TickerItem is one line of the ticker (HOME-03).
type TickerItem struct {
	Id       int64  `json:"Id"`
	TContent string `json:"TContent" doc:"base64 of UTF-8 text"`
}

// BannersIn says which form of the site asks.
type BannersIn struct {
	Device string `json:"device" required:"false" enumOf:"device" wrong:"设备类型不正确"`
}

// Banner is one slide: Value is the address of its picture (HOME-01).
type Banner struct {
	Value  string `json:"Value"`
	Link   string `json:"Link" doc:"ours: where a click leads, empty: nowhere"`
	Alt    string `json:"Alt" doc:"ours: what the picture says"`
	Title  string `json:"Title" doc:"ours: the words over the picture; without them it stands alone"`
	Line   string `json:"Line" doc:"ours: one sentence under the title"`
	Button string `json:"Button" doc:"ours: what the button says"`
}

// Banners is the carousel.
type Banners struct {
	Banner []Banner `json:"Banner"`
}

// Activity is a promotion of the list (PROMO-01).
type Activity struct {
	Id            int64  `json:"Id"`
	Name          string `json:"Name"`
	PromotionName string `json:"PromotionName" doc:"as Name"`
	StartDate     string `json:"StartDate" doc:"YYYY-MM-DD, GMT+8; empty: not said"`
	EndDate       string `json:"EndDate" doc:"the last day; empty: not said"`
	PcPic         string `json:"PcPic"`
	UrlPc         string `json:"UrlPc" doc:"page of the details, on this site"`
	Url           string `json:"Url" doc:"the same page for the phone"`
	Line          string `json:"Line" doc:"ours: one sentence under the name"`
	ContentId     int64  `json:"ContentId" doc:"ours: the block that the page shows"`
	Needs         string `json:"Needs" enumOf:"venue kind or none" doc:"ours: a kind of venue of which none is open yet, else empty"`
}

// MaintenanceIn names what is asked about: WEB is the site, else a platform id
// or venue code.
type MaintenanceIn struct {
	PlatformCode string `json:"platformCode" required:"false" maxLength:"20" pattern:"^[0-9A-Za-z_-]*$" wrong:"参数不正确"`
}

// Maintenance says whether, and from when to when (MNT-01).
type Maintenance struct {
	Status    bool   `json:"Status"`
	StartTime string `json:"StartTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8; empty: not known"`
	EndTime   string `json:"EndTime"`
}

// Download is one way to the app: Value says what it is, Link leads there.
type Download struct {
	Value string `json:"Value"`
	Link  string `json:"Link"`
}

// City is a city or district of a region.
type City struct {
	Label string `json:"label"`
	Value string `json:"value"`
	Type  int    `json:"type" doc:"index of the province"`
}

// Region is one of the 35 entries of the region lookup. Index 0 is "no limit", and
// the cities of each begin with "no limit" too (CARD-02).
type Region struct {
	Label  string `json:"label"`
	Value  string `json:"value"`
	Index  int    `json:"index"`
	Cities []City `json:"cities"`
}
