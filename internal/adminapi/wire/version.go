package wire

// SettingOption is one of the values of a choice, or a sentence with its label.
type SettingOption struct {
	Value string `json:"value"`
	Label string `json:"label"`
}

// SettingVersion is an entry of the history of a setting or a rule.
type SettingVersion struct {
	Version     int             `json:"version"`
	Lines       []SettingOption `json:"lines"` // what it changed
	MadeBy      string          `json:"madeBy"`
	MadeAt      Ms              `json:"madeAt"`
	ApprovedBy  *string         `json:"approvedBy"`
	ApprovedAt  *Ms             `json:"approvedAt"` // null: not approved
	EffectiveAt *Ms             `json:"effectiveAt"`
}
