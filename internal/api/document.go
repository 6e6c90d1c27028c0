package api

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// NewDocument begins a published document. Its schemas are those of reg.
func NewDocument(reg huma.Registry, title, description string, security map[string]*huma.SecurityScheme, servers ...string) *huma.OpenAPI {
	huma.DefaultArrayNullable = false // lists are [], never null
	return &huma.OpenAPI{
		OpenAPI:    "3.1.0",
		Info:       &huma.Info{Title: title, Version: "1", Description: description},
		Servers:    Each(servers, func(url string) *huma.Server { return &huma.Server{URL: url} }),
		Components: &huma.Components{Schemas: reg, SecuritySchemes: security},
	}
}

// Text is a document as it is published.
func Text(doc *huma.OpenAPI) ([]byte, error) {
	text, err := json.MarshalIndent(doc, "", "  ")
	return append(text, '\n'), err
}

// JSON is a body of this schema.
func JSON(s *huma.Schema) map[string]*huma.MediaType {
	return map[string]*huma.MediaType{"application/json": {Schema: s}}
}

// Binary is a body of bytes of any of these media types.
func Binary(kinds ...string) map[string]*huma.MediaType {
	content := map[string]*huma.MediaType{}
	for _, kind := range kinds {
		content[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	}
	return content
}

// AllowNulls marks every pointer of a type, and of all types in it, as one that may
// be null. A pointer that is left out of the JSON when absent is not marked.
func AllowNulls(reg huma.Registry, t reflect.Type) {
	EachField(reg, t, func(s *huma.Schema, name string, f reflect.StructField) {
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

// EachField visits the fields of a type, and of all types in it, with the schema that
// each is a property of.
func EachField(reg huma.Registry, t reflect.Type, visit func(s *huma.Schema, name string, f reflect.StructField)) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
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
		EachField(reg, f.Type, visit)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		visit(s, name, f)
	}
}
