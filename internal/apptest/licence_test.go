package apptest

import (
	"context"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/licence"
	"hongyun/internal/staff"
)

// The licence that one person entered before it was a setting stays in force. Where no
// sentence was entered, that of the configuration does.
func TestTheLicenceOfAnOlderReleaseIsCarriedOver(t *testing.T) {
	for text, want := range map[string]licence.Licence{
		`{"operator":"鸿运\"有限公司","regulator":"监管局","licence":"GLH-1","address":"某地","jurisdiction":"某国","email":"a@b.example","licenceText":"持牌经营"}`: {
			Operator: `鸿运"有限公司`, Number: "GLH-1", Regulator: "监管局", Jurisdiction: "某国", Address: "某地", Statement: "持牌经营",
		},
		`{"operator":"鸿运有限公司","licenceText":""}`:      {Operator: "鸿运有限公司", Statement: "配置中的一句话"},
		`{"email":"a@b.example","footerText":"理性娱乐"}`: {Statement: "配置中的一句话"},
	} {
		Each(t, func(t *testing.T, h *House) {
			err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("INSERT INTO content_setting (key, value, changed_at) VALUES ('house', ?, 1700000000000)", text).Exec(ctx)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			dbtest.Again(t, h.DB, "0186_licence.sql")
			if err := h.App.Book.Load(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := h.Licensed(); got != want {
				t.Errorf("%s: in force %+v", text, got)
			}
		}, func(c *app.Config) { c.Licence.Statement = "配置中的一句话" })
	}
}

// A page of where the operator is reached is saved without the licence: that takes two.
func TestTheLicenceIsNoPartOfTheContents(t *testing.T) {
	Each(t, func(t *testing.T, h *House) {
		if err := h.Content.SetHouse(t.Context(), staff.System("test"), content.Whatever, content.House{FooterText: "理性娱乐"}); err != nil {
			t.Fatal(err)
		}
		if got := h.Licensed(); got != h.Licence {
			t.Errorf("the licence after it: %+v", got)
		}
	})
}
