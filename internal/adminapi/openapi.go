package adminapi

import (
	"encoding/json"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hongyun/internal/adminapi/gaming"
	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/sheet"
)

// OpenAPI is the document of everything the table serves. The front end's
// types are generated from it.
func OpenAPI() ([]byte, error) {
	reg := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	reg.RegisterTypeAlias(reflect.TypeFor[wire.Yuan](), reflect.TypeFor[yuanOnTheWire]())
	reg.RegisterTypeAlias(reflect.TypeFor[wire.Ms](), reflect.TypeFor[msOnTheWire]())
	reg.RegisterTypeAlias(reflect.TypeFor[json.RawMessage](), reflect.TypeFor[objectOnTheWire]())
	doc := api.NewDocument(reg, "Hongyun back office API",
		"JSON in, JSON out. Every POST has a body, at least {}, and may carry an Idempotency-Key: "+
			"the same key and body again give the first answer. X-Poll: 1 marks a read that keeps no session alive.",
		map[string]*huma.SecurityScheme{
			"session": {Type: "apiKey", In: "cookie", Name: route.CookieName, Description: "HttpOnly, SameSite=Strict; 15 minutes idle, 8 hours at most"},
		}, route.Base)
	table := routesOf(Config{})
	failed := reg.Schema(reflect.TypeFor[wire.Failure](), true, "Failure")
	for _, r := range table {
		doc.AddOperation(operationOf(r, reg, failed))
	}
	for _, r := range table {
		for _, form := range []reflect.Type{r.In, r.Out} {
			if form == reflect.TypeFor[route.None]() || form == reflect.TypeFor[*route.File]() {
				continue
			}
			lists.Describe(reg, form)
			if form == r.Out {
				api.AllowNulls(reg, form)
			}
		}
	}
	return api.Text(doc)
}

type yuanOnTheWire string

func (yuanOnTheWire) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Pattern: `^-?\d+\.\d\d$`, Description: "decimal yuan, two places"}
}

type msOnTheWire int64

func (msOnTheWire) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Description: "unix milliseconds"}
}

type objectOnTheWire string

func (objectOnTheWire) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, Nullable: true, AdditionalProperties: true}
}

func operationOf(r route.Route, reg huma.Registry, failed *huma.Schema) *huma.Operation {
	op := &huma.Operation{
		Method: r.Method, Path: r.Path, OperationID: nameOf(r), Summary: r.Summary, Tags: []string{strings.Split(r.Path, "/")[1]},
		Security: []map[string][]string{{"session": {}}},
		Responses: map[string]*huma.Response{
			"default": {Description: "input, permission, conflict or server trouble", Content: api.JSON(failed)},
		},
		Extensions: map[string]any{"x-permission": string(r.Permission)},
	}
	if r.Open {
		op.Security = []map[string][]string{}
	}
	if r.Out == reflect.TypeFor[*route.File]() {
		op.Responses["200"] = &huma.Response{Description: "the file", Content: api.Binary(slices.Collect(maps.Values(sheet.Types))...)}
	} else if r.Out == reflect.TypeFor[route.None]() {
		op.Responses["204"] = &huma.Response{Description: "done"}
	} else {
		op.Responses[successOf(r)] = &huma.Response{Description: "the answer", Content: api.JSON(reg.Schema(r.Out, true, ""))}
	}
	for _, name := range pathNames.FindAllStringSubmatch(r.Path, -1) {
		op.Parameters = append(op.Parameters, &huma.Param{Name: name[1], In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}})
	}
	for _, name := range r.Query {
		op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "query", Schema: querySchema(name)})
	}
	if r.Raw {
		op.RequestBody = &huma.RequestBody{Required: true, Content: api.Binary(route.FileType)}
	} else if r.Method == http.MethodPost {
		op.RequestBody = &huma.RequestBody{Required: true, Content: api.JSON(reg.Schema(r.In, true, ""))}
	}
	return op
}

var pathNames = regexp.MustCompile(`\{(\w+)\}`)

// nameOf is the route in one word: getDepositsId, postDepositsIdConfirm.
func nameOf(r route.Route) string {
	name := strings.ToLower(r.Method)
	for part := range strings.FieldsFuncSeq(r.Path, func(c rune) bool { return strings.ContainsRune("/{}", c) }) {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

// successOf is the status of the answer: an Outcome that waits for a second
// person is 202 beside it, with the same body.
func successOf(r route.Route) string {
	if r.Out.Implements(reflect.TypeFor[interface{ Waits() bool }]()) {
		return "2XX"
	}
	return strconv.Itoa(r.Status)
}

func querySchema(name string) *huma.Schema {
	switch name {
	case "page":
		return &huma.Schema{Type: huma.TypeInteger, Description: "from 1"}
	case "size":
		return &huma.Schema{Type: huma.TypeInteger, Description: "50 if left out, 100 at the most"}
	case "sort":
		return &huma.Schema{Type: huma.TypeString, Description: "an order that the list has (walk.sorts), with - before it from the largest down; its usual one if left out"}
	case "after":
		return &huma.Schema{Type: huma.TypeString, Description: "walk.next of a page: the page behind it"}
	case "upto":
		return &huma.Schema{Type: huma.TypeString, Description: "walk.prev of a page: the page before it"}
	case "before":
		return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Description: "unix milliseconds: only what began earlier"}
	case "from", "to":
		return &huma.Schema{Type: huma.TypeInteger, Format: "int64", Description: "unix milliseconds, [from, to)"}
	case "min", "max":
		return &huma.Schema{Type: huma.TypeString, Description: "decimal yuan"}
	case "credited":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{"0", "1"}, Description: "1: from and to are times of the credit, and only what was credited is listed"}
	case "paid":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{"0", "1"}, Description: "1: from and to are times of the payment, and only what was paid is listed"}
	case "booked":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{"0", "1"}, Description: "1: from and to are times at which the books paid an award or took it back"}
	case "firstDay", "lastDay":
		return &huma.Schema{Type: huma.TypeString, Format: "date", Description: "a GMT+8 day, YYYY-MM-DD; both belong to the range"}
	case "format":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{sheet.CSV, sheet.XLSX}, Description: "csv if left out"}
	case "mine", "frozen", "excluded", "stuck", "hot", "recommended", "hidden", "parlay", "changed", "awaited":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{"0", "1"}}
	case "way":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{"in", "out"}, Description: "what came to an account, or went from it"}
	case "oddsMin", "oddsMax":
		return &huma.Schema{Type: huma.TypeString, Description: "a decimal, compared with the odds as the venue writes them"}
	case "time":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{gaming.ByPlacing, gaming.BySettling}, Description: "what from and to are times of"}
	case "outcome":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{bet.Won, bet.Lost, bet.Drawn, bet.Void}}
	case "by":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{"name", "phone", "order", "card"}}
	}
	return &huma.Schema{Type: huma.TypeString}
}
