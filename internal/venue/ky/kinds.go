package ky

// kindNames are the vendor's games by KindID. The catalogue may name them
// otherwise; these serve bet lines of unlisted games.
var kindNames = map[string]string{
	"220": "炸金花", "230": "极速炸金花", "510": "捕鱼", "520": "捕鱼", "530": "捕鱼", "540": "捕鱼", "600": "21点",
	"610": "斗地主", "620": "德州扑克", "630": "十三水", "650": "血流成河", "720": "二八杠", "730": "抢庄牌九", "740": "二人麻将",
	"830": "抢庄牛牛", "860": "三公", "870": "通比牛牛", "890": "看牌抢庄牛牛", "900": "押庄龙虎", "910": "百家乐", "930": "百人牛牛",
	"950": "红黑大战", "7470": "体育",
}
