package adminapi

import (
	"encoding/json"
	"net/http"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hongyun/internal/bet"
	"hongyun/internal/sheet"
)

// OpenAPI is the document of everything the table serves. The front end's
// types are generated from it.
func OpenAPI() ([]byte, error) {
	huma.DefaultArrayNullable = false // lists on this wire are [], never null
	reg := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	reg.RegisterTypeAlias(reflect.TypeFor[Yuan](), reflect.TypeFor[yuanOnTheWire]())
	reg.RegisterTypeAlias(reflect.TypeFor[Ms](), reflect.TypeFor[msOnTheWire]())
	reg.RegisterTypeAlias(reflect.TypeFor[json.RawMessage](), reflect.TypeFor[objectOnTheWire]())
	doc := &huma.OpenAPI{
		OpenAPI: "3.1.0",
		Info: &huma.Info{
			Title: "Hongyun back office API", Version: "1",
			Description: "JSON in, JSON out. Every POST has a body, at least {}, and may carry an Idempotency-Key: " +
				"the same key and body again give the first answer. X-Poll: 1 marks a read that keeps no session alive.",
		},
		Servers: []*huma.Server{{URL: base}},
		Components: &huma.Components{Schemas: reg, SecuritySchemes: map[string]*huma.SecurityScheme{
			"session": {Type: "apiKey", In: "cookie", Name: cookieName, Description: "HttpOnly, SameSite=Strict; 15 minutes idle, 8 hours at most"},
		}},
	}
	failed := reg.Schema(reflect.TypeFor[failure](), true, "Failure")
	for _, r := range routes {
		doc.AddOperation(r.operation(reg, failed))
	}
	for _, r := range routes {
		nameValues(reg, r.in)
		nameValues(reg, r.out)
		allowNulls(reg, r.out)
	}
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
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

func (r route) operation(reg huma.Registry, failed *huma.Schema) *huma.Operation {
	op := &huma.Operation{
		Method: r.method, Path: r.path, OperationID: r.name(), Summary: r.summary, Tags: []string{strings.Split(r.path, "/")[1]},
		Security: []map[string][]string{{"session": {}}},
		Responses: map[string]*huma.Response{
			"default": {Description: "input, permission, conflict or server trouble", Content: jsonOf(failed)},
		},
		Extensions: map[string]any{"x-permission": string(r.permission)},
	}
	if r.open {
		op.Security = []map[string][]string{}
	}
	if r.out == reflect.TypeFor[sent]() {
		op.Responses["200"] = &huma.Response{Description: "the file", Content: map[string]*huma.MediaType{}}
		for _, kind := range sheet.Types {
			op.Responses["200"].Content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		}
	} else if r.out == reflect.TypeFor[none]() {
		op.Responses["204"] = &huma.Response{Description: "done"}
	} else {
		op.Responses[r.success()] = &huma.Response{Description: "the answer", Content: jsonOf(reg.Schema(r.out, true, ""))}
	}
	for _, name := range pathNames.FindAllStringSubmatch(r.path, -1) {
		op.Parameters = append(op.Parameters, &huma.Param{Name: name[1], In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}})
	}
	for _, name := range r.query {
		op.Parameters = append(op.Parameters, &huma.Param{Name: name, In: "query", Schema: querySchema(name)})
	}
	if r.raw {
		file := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		op.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{fileType: file}}
	} else if r.method == http.MethodPost {
		op.RequestBody = &huma.RequestBody{Required: true, Content: jsonOf(reg.Schema(r.in, true, ""))}
	}
	return op
}

var pathNames = regexp.MustCompile(`\{(\w+)\}`)

// name is the route in one word: getDepositsId, postDepositsIdConfirm.
func (r route) name() string {
	name := strings.ToLower(r.method)
	for part := range strings.FieldsFuncSeq(r.path, func(c rune) bool { return strings.ContainsRune("/{}", c) }) {
		name += strings.ToUpper(part[:1]) + part[1:]
	}
	return name
}

// success is the status of the answer: an Outcome that waits for a second
// person is 202 beside it, with the same body.
func (r route) success() string {
	if r.out.Implements(reflect.TypeFor[interface{ waits() bool }]()) {
		return "2XX"
	}
	return strconv.Itoa(r.status)
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
		return &huma.Schema{Type: huma.TypeString, Enum: []any{byPlacing, bySettling}, Description: "what from and to are times of"}
	case "outcome":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{bet.Won, bet.Lost, bet.Drawn, bet.Void}}
	case "by":
		return &huma.Schema{Type: huma.TypeString, Enum: []any{"name", "phone", "order", "card"}}
	}
	return &huma.Schema{Type: huma.TypeString}
}

// allowNulls says of every pointer that it may be null, unless it is left out
// then: references and amounts cannot say so of themselves.
func allowNulls(reg huma.Registry, t reflect.Type) {
	eachField(reg, t, func(s *huma.Schema, name string, f reflect.StructField) {
		p := s.Properties[name]
		switch {
		case f.Type.Kind() != reflect.Pointer || p == nil || strings.HasSuffix(f.Tag.Get("json"), ",omitempty"):
		case p.Ref != "":
			s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}}
		default:
			p.Nullable = true
		}
	})
}

// eachField visits the fields of a type, and of all types in it, with the schema that
// each is a property of.
func eachField(reg huma.Registry, t reflect.Type, visit func(s *huma.Schema, name string, f reflect.StructField)) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[none]() || t == reflect.TypeFor[sent]() {
		return
	}
	ref := reg.Schema(t, true, "")
	if ref.Ref == "" {
		return
	}
	s := reg.SchemaFromRef(ref.Ref)
	for _, f := range reflect.VisibleFields(t) {
		if f.Anonymous || !f.IsExported() {
			continue
		}
		eachField(reg, f.Type, visit)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		visit(s, name, f)
	}
}

func jsonOf(s *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/json": {Schema: s}}
}
