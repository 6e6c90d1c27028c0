package route

import (
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Versions answers with the page of a history that a call asks for. Other query values
// are taken from the call before.
func Versions(c *Call, read func(p staff.Page) ([]setting.Version, int, error)) (wire.Page[wire.SettingVersion], error) {
	page := c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[wire.SettingVersion]{}, err
	}
	list, total, err := read(page)
	return wire.PageOf(list, total, func(v setting.Version) wire.SettingVersion {
		return wire.SettingVersion{
			Version: v.Version, MadeBy: v.MadeBy, MadeAt: wire.InMs(v.MadeAt), ApprovedBy: wire.TextOrNull(v.ApprovedBy), ApprovedAt: wire.InMsOrNull(v.ApprovedAt),
			EffectiveAt: wire.InMsOrNull(v.EffectiveAt),
			Lines:       SettingLines(v.Lines),
		}
	}), err
}

// SettingLines are the sentences about a change of a setting.
func SettingLines(lines []setting.Line) []wire.SettingOption {
	return api.Each(lines, func(l setting.Line) wire.SettingOption { return wire.SettingOption{Value: l.Value, Label: l.Label} })
}
