package sports

import "time"

// Sport is a kind of contest.
type Sport string

// The sports of both books.
const (
	Football   Sport = "football"
	Basketball Sport = "basketball"
	Esports    Sport = "esports"
)

// League is a competition whose matches begin at even distances for ever.
type League struct {
	Code   string // part of every match id, letters and digits
	Name   string
	Sport  Sport
	Every  time.Duration // between two kick-offs
	Length time.Duration // of a match, by the clock on the wall
	// Periods is the time the players read: a football match of six minutes
	// still counts ninety.
	Minutes int
	Model   Model
	Teams   []Team
}

// Team plays in a league. Strength is relative to the league's mean of 1.
type Team struct {
	Name     string
	Strength float64
}

// SportsLeagues are the competitions of the sports book.
func SportsLeagues() []League {
	return []League{
		{
			Code: "F1", Name: "云海足球超级联赛", Sport: Football, Every: 10 * time.Minute, Length: 20 * time.Minute, Minutes: 90,
			Model: Goals{Mean: 1.35, HomeEdge: 1.18, Steps: 90},
			Teams: teams("云海青龙", 1.35, "沧州铁鹰", 1.22, "渔阳飞虎", 1.15, "苍梧白鹿", 1.08, "洛川金狮", 1.04, "临江赤焰", 1.0,
				"雁门长风", 0.97, "北溟巨鲸", 0.94, "南屿海燕", 0.9, "东篱雄鸡", 0.86, "西陵石虎", 0.8, "玉泉灰狼", 0.74),
		},
		{
			Code: "F2", Name: "星河足球甲级联赛", Sport: Football, Every: 12 * time.Minute, Length: 20 * time.Minute, Minutes: 90,
			Model: Goals{Mean: 1.2, HomeEdge: 1.22, Steps: 90},
			Teams: teams("星河流火", 1.3, "望舒银兔", 1.18, "天枢北斗", 1.1, "牵牛神牛", 1.05, "参宿三猎", 1.0, "角宿苍角", 0.96,
				"昴星七子", 0.92, "毕宿雨师", 0.85, "娄宿牧羊", 0.8, "奎宿天豕", 0.76),
		},
		{
			Code: "B1", Name: "九州篮球联盟", Sport: Basketball, Every: 15 * time.Minute, Length: 24 * time.Minute, Minutes: 48,
			Model: Goals{Mean: 50, HomeEdge: 1.03, Steps: 240, Points: 2},
			Teams: teams("冀州烽火", 1.06, "兖州黄河", 1.04, "青州海岱", 1.02, "徐州项王", 1.01, "扬州烟雨", 1.0, "荆州云梦", 0.99,
				"豫州中鼎", 0.98, "梁州剑阁", 0.96, "雍州秦关", 0.95),
		},
		{
			Code: "F3", Name: "闪电足球三分钟赛", Sport: Football, Every: 4 * time.Minute, Length: 3 * time.Minute, Minutes: 90,
			Model: Goals{Mean: 1.5, HomeEdge: 1, Steps: 90},
			Teams: teams("红方烈焰", 1.1, "蓝方寒冰", 1.05, "绿方疾风", 1, "黄方雷鸣", 0.95, "紫方幽影", 0.92, "白方晨光", 0.98),
		},
	}
}

// EsportsLeagues are the competitions of the e-sports book.
func EsportsLeagues() []League {
	return []League{
		{
			Code: "E1", Name: "破晓王座公开赛", Sport: Esports, Every: 9 * time.Minute, Length: 18 * time.Minute, Minutes: 3,
			Model: Maps{Best: 3},
			Teams: teams("破晓战队", 1.3, "黑曜之心", 1.2, "零度边境", 1.1, "逐光者", 1.05, "第九象限", 1, "玄武重装", 0.95, "风语者", 0.9, "赤色风暴", 0.85),
		},
		{
			Code: "E2", Name: "枪火前线邀请赛", Sport: Esports, Every: 15 * time.Minute, Length: 30 * time.Minute, Minutes: 5,
			Model: Maps{Best: 5},
			Teams: teams("枪火玫瑰", 1.25, "深蓝狙击", 1.12, "灰烬兄弟", 1.05, "夜枭小队", 1, "沙漠之刃", 0.95, "铁幕守望", 0.88),
		},
		{
			Code: "E3", Name: "峡湾快攻赛", Sport: Esports, Every: 5 * time.Minute, Length: 4 * time.Minute, Minutes: 1,
			Model: Maps{Best: 1},
			Teams: teams("峡湾巨人", 1.15, "流沙游侠", 1.05, "雪线骑士", 1, "雾都学者", 0.95, "岩心工匠", 0.9, "潮汐歌者", 0.97),
		},
	}
}

// teams reads names and strengths in turn.
func teams(pairs ...any) []Team {
	list := make([]Team, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, Team{pairs[i].(string), number(pairs[i+1])})
	}
	return list
}

func number(v any) float64 {
	if n, ok := v.(int); ok {
		return float64(n)
	}
	return v.(float64)
}
