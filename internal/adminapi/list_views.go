package adminapi

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

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
var neverSaved = map[string][]string{"/players": {"q", "by"}}

// pageNames are the names of a query that belong to a page and not to a filter.
var pageNames = []string{"page", "size", "sort", "after", "upto"}

// maxHidden bounds the hidden columns of a view.
const maxHidden = 60

// columnName is what a column, or a part of a page, may be called.
var columnName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`)

var viewRoutes = []route{
	read("/views", anybody, "saved views of a list: the caller's own, and those that colleagues share", (*Server).listViews, "list"),
	act("/views", anybody, "save a view of a list that the caller may see", (*Server).viewSave),
	act("/views/{id}/remove", anybody, "remove a view of the caller's own", (*Server).viewRemove),
	act("/views/{id}/start", anybody, "open a list with a view from now on, or with none", (*Server).viewStart),
}

// viewed is the list that views are about. The caller must be allowed to read it.
func (s *Server) viewed(c *call, path string) (route, error) {
	for _, r := range s.table {
		if r.path != path || r.method != http.MethodGet || !slices.Contains(r.query, "size") || strings.Contains(path, "{") {
			continue
		}
		if r.permission != anybody && !s.Staff.Can(c.by, r.permission) {
			return r, staff.ErrDenied
		}
		return r, nil
	}
	return route{}, errViewList
}

func (s *Server) listViews(ctx context.Context, c *call) (Items[ListView], error) {
	path := c.text("list")
	if path == "" {
		return Items[ListView]{Items: []ListView{}}, c.checked()
	}
	r, err := s.viewed(c, path)
	if err != nil {
		return Items[ListView]{}, err
	}
	list, err := s.Staff.Views(ctx, s.Read, c.by, r.path)
	return itemsOf(list, func(v staff.View) ListView {
		out := ListView{ID: v.ID, Owner: v.OwnerName, Mine: v.Owner == c.by.ID, Start: v.Start, List: v.List, Name: v.Name, Shared: v.Shared}
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

func (s *Server) viewSave(ctx context.Context, c *call, in SaveView) (SavedView, error) {
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
	id, err := s.Staff.SaveView(ctx, c.by, staff.View{ID: in.ID, List: r.path, Name: in.Name, Shared: in.Shared, Contents: string(contents)})
	return SavedView{ID: id}, err
}

// checkChoice holds a choice against the list: the list itself is asked for one
// row of it, so that a view cannot hold what its list would refuse.
func (s *Server) checkChoice(ctx context.Context, c *call, r route, in ListChoice) error {
	if len(in.Hidden) > maxHidden || in.Days < 0 || in.Days > 366 || in.Part != "" && !columnName.MatchString(in.Part) {
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
		if !slices.Contains(r.query, name) || slices.Contains(pageNames, name) || slices.Contains(neverSaved[r.path], name) || dated || value == "" {
			return errViewFilter.With(cut(name, 20))
		}
		query.Set(name, value)
	}
	if in.Sort != "" {
		if !slices.Contains(r.query, "sort") {
			return staff.ErrSort.With(cut(in.Sort, 20))
		}
		query.Set("sort", in.Sort)
	}
	asked := c.r.Clone(ctx)
	asked.URL = &url.URL{Path: base + r.path, RawQuery: query.Encode()}
	trial := &call{w: c.w, r: asked, by: c.by, session: c.session, query: r.query}
	if _, err := r.serve(s, ctx, trial); err != nil {
		return err
	}
	return trial.checked()
}

// cut is the beginning of a text, in characters.
func cut(s string, most int) string {
	r := []rune(s)
	return string(r[:min(len(r), most)])
}

func (s *Server) viewRemove(ctx context.Context, c *call, _ Empty) (Empty, error) {
	return Empty{}, s.Staff.RemoveView(ctx, c.by, c.id())
}

func (s *Server) viewStart(ctx context.Context, c *call, in StartView) (Empty, error) {
	v, err := s.Staff.FindView(ctx, s.Read, c.by, c.id())
	if err != nil {
		return Empty{}, err
	}
	if _, err := s.viewed(c, v.List); err != nil {
		return Empty{}, err
	}
	return Empty{}, s.Staff.StartView(ctx, c.by, v, in.On)
}
