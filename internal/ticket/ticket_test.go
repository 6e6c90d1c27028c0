package ticket_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/inbox"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/ticket"
)

var (
	anna = staff.Actor{ID: "s1", Name: "anna", Roles: []string{"support"}}
	bert = staff.Actor{ID: "s2", Name: "bert", Roles: []string{"support"}}
)

func each(t *testing.T, fn func(t *testing.T, d *db.DB, desk *ticket.Tickets)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		fn(t, d, ticket.New(ticket.Config{
			DB: d, Staff: staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()}),
			Owns: func(_ context.Context, player string, r ticket.Reference) (bool, error) {
				return player == "ming" && r.Ref == "D1", nil
			},
		}))
	})
}

func ask(t *testing.T, desk *ticket.Tickets, player, id string) ticket.Ticket {
	t.Helper()
	out, err := desk.Open(t.Context(), ticket.Question{ID: id, Player: player, Kind: "deposit", Text: "存款没有到账\n请帮我看看"})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func wants(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// A question goes through its states, and each step is told where it belongs.
func TestAQuestionIsAskedAnsweredSolvedReopenedAndRated(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		q := ask(t, desk, "ming", "t1")
		if q.State != ticket.Open || q.Subject != "存款没有到账 请帮我看看" || q.Asked != 1 {
			t.Errorf("%+v", q)
		}
		if n, err := desk.Count(ctx); err != nil || n != 1 {
			t.Errorf("%d in the queue, %v", n, err)
		}
		reply := ticket.Reply{Ticket: "t1", Text: "请上传凭证", Last: "t1"}
		wants(t, "an answer without taking it", desk.Answer(ctx, anna, reply), ticket.ErrNotTaken)
		if err := desk.Take(ctx, anna, "t1", false); err != nil {
			t.Fatal(err)
		}
		wants(t, "another takes it", desk.Take(ctx, bert, "t1", false), ticket.ErrTaken)
		wants(t, "another answers", desk.Answer(ctx, bert, reply), ticket.ErrTaken)
		wants(t, "another gives it back", desk.Release(ctx, bert, "t1"), ticket.ErrTaken)
		if err := desk.AddNote(ctx, bert, "t1", "玩家之前投诉过"); err != nil {
			t.Fatal(err)
		}
		dbtest.Clock(d).Advance(time.Second)
		if _, err := desk.Add(ctx, ticket.Text{ID: "e1", Player: "ming", Ticket: "t1", Text: "补充一下"}); err != nil {
			t.Fatal(err)
		}
		wants(t, "an answer to what was not read", desk.Answer(ctx, anna, reply), ticket.ErrChanged)
		reply.Last = "e1"
		dbtest.Clock(d).Advance(time.Second)
		if err := desk.Answer(ctx, anna, reply); err != nil {
			t.Fatal(err)
		}
		list, _, _ := inbox.New(d).List(ctx, "ming", 5, 0)
		if len(list) != 1 || list[0].Kind != inbox.Answer || list[0].Ref != "t1" || list[0].Body != "请上传凭证" {
			t.Errorf("messages %+v", list)
		}
		if n, _ := desk.Unread(ctx, "ming"); n != 1 {
			t.Errorf("%d unread", n)
		}
		now, entries, err := desk.Thread(ctx, "ming", "t1")
		if err != nil || now.State != ticket.Waiting || len(entries) != 3 || entries[2].Body != "请上传凭证" {
			t.Errorf("%+v %+v %v", now, entries, err)
		}
		if slices.ContainsFunc(entries, func(e ticket.Entry) bool { return e.Side == ticket.Note }) {
			t.Error("the player reads a note of staff")
		}
		if n, _ := desk.Unread(ctx, "ming"); n != 0 {
			t.Errorf("%d unread after reading", n)
		}
		if n, _, _ := inbox.New(d).Unread(ctx, "ming"); n != 0 {
			t.Errorf("%d messages of what was read are unread", n)
		}
		wants(t, "rating what is not solved", desk.Rate(ctx, "ming", "t1", 5, ""), ticket.ErrNotSolved)
		if err := desk.Answer(ctx, anna, ticket.Reply{Ticket: "t1", Text: "已经到账了", Last: now.Last, Solve: true}); err != nil {
			t.Fatal(err)
		}
		wants(t, "an answer to what is solved", desk.Answer(ctx, anna, reply), ticket.ErrSolved)
		for _, wrong := range []int{0, 6, -1} {
			wants(t, "score", desk.Rate(ctx, "ming", "t1", wrong, ""), ticket.ErrScore)
		}
		wants(t, "another player rates", desk.Rate(ctx, "other", "t1", 1, ""), ticket.ErrNotFound)
		if err := desk.Rate(ctx, "ming", "t1", 4, "很快"); err != nil {
			t.Fatal(err)
		}
		wants(t, "rating twice", desk.Rate(ctx, "ming", "t1", 1, ""), ticket.ErrRated)
		again, err := desk.Add(ctx, ticket.Text{ID: "e2", Player: "ming", Ticket: "t1", Text: "还是没有"})
		if err != nil || again.State != ticket.Reopened {
			t.Errorf("%+v, %v", again, err)
		}
		if err := desk.Solve(ctx, anna, "t1"); err != nil {
			t.Fatal(err)
		}
		dbtest.Clock(d).Advance(31 * 24 * time.Hour)
		_, err = desk.Add(ctx, ticket.Text{ID: "e3", Player: "ming", Ticket: "t1", Text: "太晚了"})
		wants(t, "writing into what was solved long ago", err, ticket.ErrOld)
		trail, _, err := desk.Staff.AuditTrail(ctx, staff.AuditFilter{Subject: "ticket:t1"})
		if err != nil || len(trail) != 5 { // take, note, answer, answer, solve
			t.Errorf("%d rows in the trail, %v", len(trail), err)
		}
	})
}

// Another player's ticket is not there, whoever guesses its id.
func TestTicketsBelongToTheirPlayer(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		ask(t, desk, "ming", "t1")
		_, _, err := desk.Thread(ctx, "other", "t1")
		wants(t, "reading", err, ticket.ErrNotFound)
		_, err = desk.Add(ctx, ticket.Text{ID: "e1", Player: "other", Ticket: "t1", Text: "我也要看"})
		wants(t, "writing", err, ticket.ErrNotFound)
		p, err := desk.Upload(ctx, "ming", pictureOf(t, 10, 10))
		if err != nil {
			t.Fatal(err)
		}
		_, err = desk.PictureOf(ctx, "other", p.ID)
		wants(t, "a picture", err, ticket.ErrNoPicture)
		_, err = desk.Open(ctx, ticket.Question{ID: "t2", Player: "other", Kind: "other", Text: "偷图", Pictures: []string{p.ID}})
		wants(t, "another's upload in a question", err, ticket.ErrPictures)
		if _, n, _ := desk.Mine(ctx, "other", 10, 0); n != 0 {
			t.Errorf("%d tickets of another player; a refused question leaves none", n)
		}
		// The same id from another player is another player's key: it finds nothing of ming's.
		if got, err := desk.Open(ctx, ticket.Question{ID: "t1", Player: "other", Kind: "other", Text: "同一个编号"}); err == nil {
			t.Errorf("another player's id opens %+v", got)
		}
		_, err = desk.Open(ctx, ticket.Question{ID: "t3", Player: "other", Kind: "deposit", Text: "别人的单号", Reference: ticket.Reference{About: "deposit", Ref: "D1"}})
		wants(t, "another player's order", err, ticket.ErrReference)
		if _, err := desk.Open(ctx, ticket.Question{ID: "t4", Player: "ming", Kind: "deposit", Text: "我的单号", Reference: ticket.Reference{About: "deposit", Ref: "D1"}}); err != nil {
			t.Error(err)
		}
		if _, err := desk.PictureIn(ctx, "t1", p.ID); !errors.Is(err, ticket.ErrNoPicture) {
			t.Errorf("staff see a picture of no ticket: %v", err)
		}
	})
}

// A repeated request changes nothing; a thousand do not get past the limits.
func TestATicketIsOpenedOnceAndAPlayerOpensFew(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		for range 3 {
			ask(t, desk, "ming", "t1")
			if _, err := desk.Add(ctx, ticket.Text{ID: "e1", Player: "ming", Ticket: "t1", Text: "补充"}); err != nil {
				t.Fatal(err)
			}
		}
		if _, entries, _ := desk.Detail(ctx, "t1"); len(entries) != 2 {
			t.Errorf("%d texts", len(entries))
		}
		opened, refused := 1, 0
		for i := range 1000 {
			_, err := desk.Open(ctx, ticket.Question{ID: fmt.Sprint("many", i), Player: "ming", Kind: "other", Text: "又来了"})
			switch {
			case err == nil:
				opened++
			case errors.Is(err, ticket.ErrOpenMost):
				refused++
			default:
				t.Fatal(err)
			}
		}
		if opened != ticket.OpenMost || refused != 1001-ticket.OpenMost {
			t.Errorf("%d opened, %d refused", opened, refused)
		}
		written := 0
		for i := range 300 {
			if _, err := desk.Add(ctx, ticket.Text{ID: fmt.Sprint("text", i), Player: "ming", Ticket: "t1", Text: "催一下"}); err == nil {
				written++
			} else if !errors.Is(err, ticket.ErrDay) {
				t.Fatal(err)
			}
		}
		if written != 100-6 { // the first texts of five tickets, and one more
			t.Errorf("%d texts a day", written)
		}
		for i := range ticket.OpenMost - 1 { // all solved, all opened anew: the day's count ends it
			id := fmt.Sprint("many", i)
			if err := errors.Join(desk.Take(ctx, anna, id, false), desk.Solve(ctx, anna, id)); err != nil {
				t.Fatal(err)
			}
		}
		_, err := desk.Open(ctx, ticket.Question{ID: "late", Player: "ming", Kind: "other", Text: "今天太多"})
		wants(t, "the day's texts are used up", err, ticket.ErrDay)
		dbtest.Clock(d).Advance(24 * time.Hour)
		if _, err := desk.Open(ctx, ticket.Question{ID: "next", Player: "ming", Kind: "other", Text: "第二天"}); err != nil {
			t.Errorf("the next day: %v", err)
		}
		ask(t, desk, "other", "o1") // nobody else is hindered
	})
}

func TestTextsThatHideSomethingAreRefused(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		for i, text := range []string{"", " ", "一", "a\x00b", "a\u202eb", "a\u2028b", "\xff\xfe", strings.Repeat("长", 2001)} {
			_, err := desk.Open(ctx, ticket.Question{ID: fmt.Sprint("bad", i), Player: "ming", Kind: "other", Text: text})
			wants(t, fmt.Sprintf("%q", text), err, ticket.ErrText)
		}
		_, err := desk.Open(ctx, ticket.Question{ID: "k", Player: "ming", Kind: "nothing", Text: "没有这种"})
		wants(t, "kind", err, ticket.ErrKind)
		const script = `<script>alert(1)</script><img src=x onerror=alert(1)>`
		if _, err := desk.Open(ctx, ticket.Question{ID: "s", Player: "ming", Kind: "other", Text: script}); err != nil {
			t.Fatal(err)
		}
		if _, entries, _ := desk.Thread(ctx, "ming", "s"); entries[0].Body != script {
			t.Errorf("a text is not kept as it is: %q", entries[0].Body)
		}
	})
}

func pictureOf(t testing.TB, w, h int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, w, h))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A picture is made anew: what hides behind or inside the file is gone, and a
// file that is none, or whose pixels would fill the memory, is refused before
// it is decoded.
func TestPicturesAreMadeAnewAndBounded(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		colours := image.NewRGBA(image.Rect(0, 0, 3000, 1500))
		for x := range 3000 {
			for y := range 1500 {
				colours.Set(x, y, color.RGBA{R: 200, G: 30, B: 30, A: 255})
			}
		}
		var photo bytes.Buffer
		if err := jpeg.Encode(&photo, colours, nil); err != nil {
			t.Fatal(err)
		}
		const hidden = "<script>alert(document.domain)</script>GPS 39.9 116.4"
		p, err := desk.Upload(ctx, "ming", append(photo.Bytes(), hidden...))
		if err != nil || p.Width != 1600 || p.Height != 800 {
			t.Fatalf("%dx%d, %v", p.Width, p.Height, err)
		}
		if _, err := desk.Open(ctx, ticket.Question{ID: "t1", Player: "ming", Kind: "deposit", Text: "见附图", Pictures: []string{p.ID}}); err != nil {
			t.Fatal(err)
		}
		stored, err := desk.PictureIn(ctx, "t1", p.ID)
		if err != nil || bytes.Contains(stored, []byte("script")) || bytes.Contains(stored, []byte("GPS")) {
			t.Errorf("what was hidden is stored: %v", err)
		}
		again, err := jpeg.Decode(bytes.NewReader(stored))
		if err != nil {
			t.Fatal(err)
		}
		if r, g, _, _ := again.At(800, 400).RGBA(); r>>8 < 180 || g>>8 > 60 {
			t.Errorf("the colours are gone: %d %d", r>>8, g>>8)
		}
		_, err = desk.Add(ctx, ticket.Text{ID: "e1", Player: "ming", Ticket: "t1", Text: "再用一次", Pictures: []string{p.ID}})
		wants(t, "an upload used twice", err, ticket.ErrPictures)

		var moving bytes.Buffer
		if err := gif.Encode(&moving, image.NewPaletted(image.Rect(0, 0, 4, 4), color.Palette{color.White}), nil); err != nil {
			t.Fatal(err)
		}
		bomb := pictureOf(t, 16, 16)
		binary.BigEndian.PutUint32(bomb[16:], 50_000) // the head says 50,000 × 50,000
		binary.BigEndian.PutUint32(bomb[20:], 50_000)
		binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
		for what, file := range map[string][]byte{
			"nothing": nil, "text": []byte("no picture"), "page": []byte("<!doctype html><script>alert(1)</script>"), "drawing": []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`),
			"gif": moving.Bytes(), "head alone": pictureOf(t, 16, 16)[:40], "bomb": bomb, "too large a file": make([]byte, ticket.PictureMost+1),
			"too many pixels": pictureOf(t, 4000, 3100), "too long": pictureOf(t, 8001, 2),
			"a program that begins as a picture": append([]byte("\xff\xd8\xff\xe0"), bytes.Repeat([]byte("MZ"), 500)...),
		} {
			if _, err := desk.Upload(ctx, "zhao", file); !errors.Is(err, ticket.ErrPicture) {
				t.Errorf("%s: %v", what, err)
			}
		}
		n := 0
		for range 40 {
			if _, err := desk.Upload(ctx, "li", pictureOf(t, 2, 2)); err == nil {
				n++
			} else if !errors.Is(err, ticket.ErrDay) {
				t.Fatal(err)
			}
		}
		if n != 30 {
			t.Errorf("%d uploads a day", n)
		}
		if p, err := desk.Upload(ctx, "tiny", pictureOf(t, 3000, 1)); err != nil || p.Height != 1 {
			t.Errorf("a line of pixels: %+v, %v", p, err)
		}
	})
}

func TestPicturesThatNoTextNamesGoAfterADay(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		loose, err := desk.Upload(ctx, "ming", pictureOf(t, 4, 4))
		if err != nil {
			t.Fatal(err)
		}
		used, err := desk.Upload(ctx, "ming", pictureOf(t, 4, 4))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := desk.Open(ctx, ticket.Question{ID: "t1", Player: "ming", Kind: "other", Text: "见附图", Pictures: []string{used.ID}}); err != nil {
			t.Fatal(err)
		}
		there := func(what string, want ...string) {
			t.Helper()
			if err := desk.Prune(ctx); err != nil {
				t.Fatal(err)
			}
			for _, id := range []string{loose.ID, used.ID} {
				if _, err := desk.PictureOf(ctx, "ming", id); (err == nil) != slices.Contains(want, id) {
					t.Errorf("%s: %v", what, err)
				}
			}
		}
		there("at once", loose.ID, used.ID)
		dbtest.Clock(d).Advance(25 * time.Hour)
		there("after a day", used.ID)
		dbtest.Clock(d).Advance(366 * 24 * time.Hour)
		there("after a year")
	})
}

func TestTemplatesAreWrittenChangedAndRemoved(t *testing.T) {
	each(t, func(t *testing.T, d *db.DB, desk *ticket.Tickets) {
		ctx := t.Context()
		shipped, err := desk.Templates(ctx)
		if err != nil || len(shipped) != 5 {
			t.Fatalf("%+v, %v", shipped, err)
		}
		id, err := desk.SaveTemplate(ctx, anna, ticket.Template{Title: "问候", Body: "您好，请问有什么可以帮您？", Position: 1})
		if err != nil || id == "" {
			t.Fatal(err)
		}
		if _, err := desk.SaveTemplate(ctx, anna, ticket.Template{ID: id, Title: "问候", Body: "您好。", Position: 2}); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []ticket.Template{{Title: "", Body: "正文"}, {Title: "长" + strings.Repeat("长", 30), Body: "正文"}, {Title: "标题", Body: ""}, {Title: "a\nb", Body: "正文"}} {
			_, err := desk.SaveTemplate(ctx, anna, bad)
			wants(t, fmt.Sprint(bad), err, ticket.ErrTemplate)
		}
		_, err = desk.SaveTemplate(ctx, anna, ticket.Template{ID: "no", Title: "标题", Body: "正文"})
		wants(t, "changing none", err, ticket.ErrNoTemplate)
		if list, _ := desk.Templates(ctx); len(list) != 6 || list[0].Body != "您好。" {
			t.Errorf("%+v", list)
		}
		if err := desk.RemoveTemplate(ctx, anna, id); err != nil {
			t.Fatal(err)
		}
		wants(t, "removing twice", desk.RemoveTemplate(ctx, anna, id), ticket.ErrNoTemplate)
	})
}
