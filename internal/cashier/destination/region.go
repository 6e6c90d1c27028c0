package destination

import (
	_ "embed" // regions.json travels in the binary
	"encoding/json"
	"strings"
)

// regionsJSON is the administrative division of China, built once from a
// public package; its head names source and version.
//
//go:embed regions.json
var regionsJSON []byte

// anyRegion is the first entry of every list: no limit.
const (
	anyRegion     = "不限"
	anyRegionCode = "0"
)

// Region is a province as the bind form lists it (CARD-02): 35 entries, index
// 0 to 34, the first being no limit.
type Region struct {
	Label  string
	Value  string // the code that is stored
	Index  int
	Cities []City
}

// City is a city, or a district of a municipality. Type is the index of its
// province.
type City struct {
	Label string
	Value string
	Type  int
}

var regions = readRegions()

func readRegions() []Region {
	var file struct {
		Provinces []struct {
			Code, Name string
			Cities     []string // "code name"
		}
	}
	if err := json.Unmarshal(regionsJSON, &file); err != nil {
		panic("cashier: regions.json: " + err.Error())
	}
	list := []Region{{Label: anyRegion, Value: anyRegionCode, Cities: []City{{Label: anyRegion, Value: anyRegionCode}}}}
	for i, p := range file.Provinces {
		r := Region{Label: p.Name, Value: p.Code, Index: i + 1, Cities: []City{{Label: anyRegion, Value: anyRegionCode, Type: i + 1}}}
		for _, c := range p.Cities {
			code, name, _ := strings.Cut(c, " ")
			r.Cities = append(r.Cities, City{Label: name, Value: code, Type: i + 1})
		}
		list = append(list, r)
	}
	return list
}

// Regions lists the provinces with their cities. The list must not be changed.
func Regions() []Region { return regions }

// regionCodes finds a province and a city of it, each by label or by value
// (D-29), and returns their codes.
func regionCodes(province, city string) (provinceCode, cityCode string, ok bool) {
	for _, r := range regions {
		if r.Label != province && r.Value != province {
			continue
		}
		for _, c := range r.Cities {
			if c.Label == city || c.Value == city {
				return r.Value, c.Value, true
			}
		}
	}
	return "", "", false
}

// RegionNames are the labels of stored codes.
func RegionNames(provinceCode, cityCode string) (province, city string) {
	for _, r := range regions {
		if r.Value != provinceCode {
			continue
		}
		for _, c := range r.Cities {
			if c.Value == cityCode {
				return r.Label, c.Label
			}
		}
		return r.Label, ""
	}
	return "", ""
}
