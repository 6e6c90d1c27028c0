package adminapi

import (
	"hongyun/internal/adminapi/people"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/staff"
)

// Route is what tests may know of a route.
type Route struct {
	Method, Path string
	Permission   staff.Permission
	Open         bool
	Query        []string
}

// Routes is the whole table.
func Routes() []Route {
	routes := routesOf(Config{})
	out := make([]Route, len(routes))
	for i, r := range routes {
		out[i] = Route{Method: r.Method, Path: r.Path, Permission: r.Permission, Open: r.Open, Query: r.Query}
	}
	return out
}

// ApprovalSubjects are the types of subjects that the document knows.
var ApprovalSubjects = people.ApprovalSubjects

// ExportTexts are values in Chinese for files, and Lists are the values of the wire.
var ExportTexts, Lists = wire.ExportTexts, lists
