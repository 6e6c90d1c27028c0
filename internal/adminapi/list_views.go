package adminapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"hongyun/internal/adminapi/people"
	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
)

var (
	errViewList   = fault.New(fault.NotFound, "admin.view_list", "该列表不能保存视图")
	errViewFilter = fault.New(fault.Invalid, "admin.view_filter", "该列表没有筛选条件“%s”，或它不能保存")
	errViewForm   = fault.New(fault.Invalid, "admin.view_form", "视图内容不正确，请刷新页面后重试")
)

// ListView is a saved view of a list.
type ListView struct {
	ID     string `json:"id"`
	Owner  string `json:"owner" doc:"the name of the account that saved it"`
	Mine   bool   `json:"mine"`
	Start  bool   `json:"start" doc:"the list opens with it, for the caller"`
	List   string `json:"list" doc:"the path of the list's call"`
	Name   string `json:"name"`
	Shared bool   `json:"shared"`
	ListChoice
}

// ListChoice is what was chosen in a list.
type ListChoice struct {
	Filters map[string]string `json:"filters" doc:"as the list's call takes them"`
	Days    int               `json:"days" doc:"instead of from and to: so many days up to today; 0: none"`
	Part    string            `json:"part" doc:"the part of the page, as the page names it"`
	Sort    string            `json:"sort"`
	Hidden  []string          `json:"hidden" doc:"columns that are not shown"`
}

// SaveView is a view as it shall be; without an id, a new one.
type SaveView struct {
	ID     string `json:"id,omitempty"`
	List   string `json:"list"`
	Name   string `json:"name"`
	Shared bool   `json:"shared"`
	ListChoice
}

// SavedView is the id of a view that was saved.
type SavedView struct {
	ID string `json:"id"`
}

// StartView says whether a list opens with a view.
type StartView struct {
	On bool `json:"on"`
}

// neverSaved are filters that may hold personal data: no view keeps or shares it.
var neverSaved = map[string][]string{"/players": people.PersonalFilters}

// maxHidden bounds the hidden columns of a view.
const maxHidden = 60

// partForm is what a page itself reads of its address: a part of it, how many hours
// ago, every state. It must be no way to bring in a filter.
var partForm = regexp.MustCompile(`^((view|show)\.[A-Za-z0-9_-]{1,30}|age\.[0-9]{1,5}|state\.all)$`)

// columnName is what a column may be called.
var columnName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

// views serves saved views of the lists of a table.
type views struct {
	Config
	table []route.Route
}

func (s *views) routes() []route.Route {
	return []route.Route{
		route.Read("/views", route.Anybody, "saved views of a list: the caller's own, and those that colleagues share", s.listViews, "list"),
		route.Act("/views", route.Anybody, "save a view of a list that the caller may see", s.viewSave),
		route.Act("/views/{id}/remove", route.Anybody, "remove a view of the caller's own", s.viewRemove),
		route.Act("/views/{id}/start", route.Anybody, "open a list with a view from now on, or with none", s.viewStart),
	}
}

// viewed is the list that views are about. The caller must be allowed to read it.
func (s *views) viewed(c *route.Call, path string) (route.Route, error) {
	for _, r := range s.table {
		if r.Path != path || r.Method != http.MethodGet || !slices.Contains(r.Query, "size") || strings.Contains(path, "{") {
			continue
		}
		if r.Permission != route.Anybody && !s.Staff.Can(c.By, r.Permission) {
			return r, staff.ErrDenied
		}
		return r, nil
	}
	return route.Route{}, errViewList
}

func (s *views) listViews(ctx context.Context, c *route.Call) (wire.Items[ListView], error) {
	path := c.Text("list")
	if path == "" {
		return wire.Items[ListView]{Items: []ListView{}}, c.Checked()
	}
	r, err := s.viewed(c, path)
	if err != nil {
		return wire.Items[ListView]{}, err
	}
	list, err := s.Staff.Views(ctx, s.Read, c.By, r.Path)
	return wire.ItemsOf(list, func(v staff.View) ListView {
		out := ListView{ID: v.ID, Owner: v.OwnerName, Mine: v.Owner == c.By.ID, Start: v.Start, List: v.List, Name: v.Name, Shared: v.Shared}
		_ = json.Unmarshal([]byte(v.Contents), &out.ListChoice) // an old form shows what it has
		out.Filters = orEmpty(out.Filters)
		out.Hidden = append([]string{}, out.Hidden...)
		return out
	}), err
}

func orEmpty(m map[string]string) map[string]string {
	if m == nil {
		return map[string]string{}
	}
	return m
}

func (s *views) viewSave(ctx context.Context, c *route.Call, in SaveView) (SavedView, error) {
	r, err := s.viewed(c, in.List)
	if err != nil {
		return SavedView{}, err
	}
	if err := s.checkChoice(ctx, c, r, in.ListChoice); err != nil {
		return SavedView{}, err
	}
	contents, err := json.Marshal(in.ListChoice)
	if err != nil {
		return SavedView{}, err
	}
	id, err := s.Staff.SaveView(ctx, c.By, staff.View{ID: in.ID, List: r.Path, Name: in.Name, Shared: in.Shared, Contents: string(contents)})
	return SavedView{ID: id}, err
}

// checkChoice holds a choice against the list: the list itself is asked for one
// row of it, so that a view cannot hold what its list would refuse.
func (s *views) checkChoice(ctx context.Context, c *route.Call, r route.Route, in ListChoice) error {
	if len(in.Hidden) > maxHidden || in.Days < 0 || in.Days > 366 || in.Part != "" && !partForm.MatchString(in.Part) {
		return errViewForm
	}
	for _, column := range in.Hidden {
		if !columnName.MatchString(column) {
			return errViewForm
		}
	}
	query := url.Values{"size": {"1"}}
	for name, value := range in.Filters {
		dated := in.Days > 0 && (name == "from" || name == "to")
		if !slices.Contains(r.Query, name) || slices.Contains(route.PageNames, name) || slices.Contains(neverSaved[r.Path], name) || dated || value == "" {
			return errViewFilter.With(cut(name, 20))
		}
		query.Set(name, value)
	}
	if in.Sort != "" {
		if !slices.Contains(r.Query, "sort") {
			return staff.ErrSort.With(cut(in.Sort, 20))
		}
		query.Set("sort", in.Sort)
	}
	asked := c.Request.Clone(ctx)
	asked.URL = &url.URL{Path: route.Base + r.Path, RawQuery: query.Encode()}
	trial := &route.Call{Writer: c.Writer, Request: asked, By: c.By, Session: c.Session, Query: r.Query}
	if _, err := r.Serve(ctx, trial); err != nil {
		return err
	}
	return trial.Checked()
}

// cut is the beginning of a text, in characters.
func cut(s string, most int) string {
	r := []rune(s)
	return string(r[:min(len(r), most)])
}

func (s *views) viewRemove(ctx context.Context, c *route.Call, _ wire.Empty) (wire.Empty, error) {
	return wire.Empty{}, s.Staff.RemoveView(ctx, c.By, c.ID())
}

func (s *views) viewStart(ctx context.Context, c *route.Call, in StartView) (wire.Empty, error) {
	v, err := s.Staff.FindView(ctx, s.Read, c.By, c.ID())
	if err != nil {
		return wire.Empty{}, err
	}
	if _, err := s.viewed(c, v.List); err != nil {
		return wire.Empty{}, err
	}
	return wire.Empty{}, s.Staff.StartView(ctx, c.By, v, in.On)
}
