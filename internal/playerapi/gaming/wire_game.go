package gaming

import "hongyun/internal/playerapi/wire"

// GameInfoIn is the query of GameInfo (SLOT-02). The lobby's search needs a
// provider (SLOT-03); its filters do not.
type GameInfoIn struct {
	PageIndex  int    `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
	PlatformId string `json:"PlatformId" required:"false" maxLength:"20" pattern:"^[0-9A-Za-z_-]*$" wrong:"请先选择游戏渠道" doc:"platform id or venue code (D-27); empty: every slot venue"`
	Type       string `json:"Type" required:"false" maxLength:"3" pattern:"^(-[12]|0|[1-9][0-9]?)?$" wrong:"游戏分类不正确" doc:"-1 hot, -2 recommended, 0 all, else a category"`
	GameName   string `json:"GameName" required:"false" maxLength:"30" wrong:"游戏名称不能超过30个字" doc:"part of the name, or of its initials in pinyin"`
}

// SlotGame is one game of the lobby. Platform and GameCode are what a launch
// needs.
type SlotGame struct {
	Id          int64   `json:"Id" doc:"the GameInfoId of the favourites"`
	GameCode    string  `json:"GameCode" doc:"the venue's own code"`
	Platform    string  `json:"Platform" doc:"platform id as text"`
	ImgUrl      string  `json:"ImgUrl"`
	GameCnName  string  `json:"GameCnName"`
	IsFavorites bool    `json:"IsFavorites"`
	Category    int     `json:"Category" doc:"ours: what Type asks for"`
	Theme       string  `json:"Theme" doc:"ours"`
	Kind        string  `json:"Kind" enumOf:"venue kind" doc:"ours"`
	IsHot       bool    `json:"IsHot" doc:"ours"`
	IsRecommend bool    `json:"IsRecommend" doc:"ours"`
	State       string  `json:"State" enumOf:"shown venue state" doc:"ours: of the venue; absent has no contract"`
	MaintainEnd string  `json:"MaintainEnd" doc:"ours: until when the game alone is in maintenance, YYYY-MM-DD HH:mm:ss, GMT+8; empty: it is not"`
	Art         GameArt `json:"Art" doc:"ours: what the picture is drawn from; no motif: ImgUrl is the company's own"`
}

// GameArt is what our own pages draw a game's picture from.
type GameArt struct {
	Motif   string `json:"Motif"`
	Palette string `json:"Palette"`
	Rarity  int    `json:"Rarity"`
	Seed    int    `json:"Seed"`
}

// GamePage is a page of games.
type GamePage struct {
	Items []SlotGame `json:"Items"`
	wire.Page
}

// FavoriteIn is the payload of AddGameFavoritesAction and
// CancelGameFavoritesAction.
type FavoriteIn struct {
	GameInfoId int64 `json:"GameInfoId" minimum:"1" empty:"请选择游戏" wrong:"游戏不存在"`
}

// FishingIn is the payload of GetAGFishingInfo (GAME-03).
type FishingIn struct {
	PageIndex int `json:"PageIndex" required:"false" minimum:"1" maximum:"100000" wrong:"页码不正确"`
}

// VenueItem is one venue as visitors see it, a call of ours: the pages show no
// door that is shut (MNT-03).
type VenueItem struct {
	PlatformName string `json:"PlatformName"`
	PlatformCode string `json:"PlatformCode" doc:"platform id as text"`
	VenueCode    string `json:"venue_code"`
	Kind         string `json:"Kind" enumOf:"venue kind"`
	State        string `json:"State" enumOf:"shown venue state"`
	EndTime      string `json:"EndTime" doc:"of a maintenance, YYYY-MM-DD HH:mm:ss, GMT+8; empty: not known"`
	MoneyStopped bool   `json:"MoneyStopped" doc:"staff stopped transfers to and from this venue; games go on with what is there"`
}
