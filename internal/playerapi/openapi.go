package playerapi

import (
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"hongyun/internal/api"
	"hongyun/internal/money"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// registry is where the schemas of a document gather. Amounts are numbers on
// the wire, whatever they are in Go.
func newRegistry() huma.Registry {
	reg := huma.NewMapRegistry("#/components/schemas/", schemaName)
	reg.RegisterTypeAlias(reflect.TypeFor[wire.Yuan](), reflect.TypeFor[yuanOnTheWire]())
	reg.RegisterTypeAlias(reflect.TypeFor[money.Coins](), reflect.TypeFor[coinsOnTheWire]())
	reg.RegisterTypeAlias(reflect.TypeFor[money.Rate](), reflect.TypeFor[rateOnTheWire]())
	return reg
}

// schemaName calls Data[T] by its contents: DataOfDepositOrder, DataOfListOfCity.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	if rest, isData := strings.CutPrefix(name, "Data"); isData && rest != "" {
		return "DataOf" + rest
	}
	return name
}

type yuanOnTheWire int64

func (yuanOnTheWire) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "decimal", Description: "decimal yuan, two places"}
}

type coinsOnTheWire int64

func (coinsOnTheWire) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "decimal", Description: "decimal USDT, two to six places"}
}

type rateOnTheWire int64

func (rateOnTheWire) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Format: "decimal", Description: "yuan for one USDT, two to four places"}
}

// OpenAPI is the document of everything the table serves (API-05).
func OpenAPI() ([]byte, error) {
	reg := newRegistry()
	doc := api.NewDocument(reg, "Hongyun player API",
		"The documented calls of the player site, under /common and without it. Bodies are form-encoded. "+
			"Every call but the captcha images carries X-Req-Token. While the whole site is under maintenance, calls marked x-rests "+
			"are answered 503 with the code http.maintenance: that attempt did nothing. An earlier one under the same Idempotency-Key may have; "+
			"repeat it with the same key.",
		securitySchemes(), "/common", "/")
	failure := reg.Schema(reflect.TypeFor[wire.Failure](), true, "")
	for _, c := range (&Server{}).calls() {
		doc.AddOperation(operationOf(c, reg, failure))
	}
	return api.Text(doc)
}

func securitySchemes() map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		"ticket": {Type: "apiKey", In: "header", Name: "Authorization", Description: "the ticket, bare or after Bearer (D-14)"},
		"device": {Type: "apiKey", In: "cookie", Name: route.DeviceCookie, Description: "set with the ticket; money calls need both (D-21)"},
		"token":  {Type: "apiKey", In: "header", Name: "X-Req-Token", Description: "seconds.hash (D-13)"},
	}
}

func operationOf(c route.Call, reg huma.Registry, failure *huma.Schema) *huma.Operation {
	op := &huma.Operation{
		Method: c.Method, Path: c.Path, OperationID: c.Name(), Summary: c.Summary, Tags: []string{c.Noun},
		Security: []map[string][]string{securityOf(c)},
		Responses: map[string]*huma.Response{
			"200":     answerOf(c, reg),
			"default": {Description: "input, permission or server trouble", Content: api.JSON(failure)},
		},
		Extensions: map[string]any{"x-who": c.Who.String()},
	}
	if c.Poll {
		op.Extensions["x-poll"] = true
	}
	if c.Rests {
		op.Extensions["x-rests"] = true
	}
	if c.Who == route.DevicePlayer {
		op.Parameters = append(op.Parameters, &huma.Param{Name: "Idempotency-Key", In: "header",
			Description: "made before the first send and reused on a retry", Schema: &huma.Schema{Type: huma.TypeString}})
	}
	if c.In.NumField() == 0 {
		return op
	}
	if c.Method == http.MethodGet {
		for _, f := range route.InputOf(reg, lists, c.In).Fields {
			op.Parameters = append(op.Parameters, &huma.Param{Name: f.Name, In: "query", Required: f.Required, Schema: f.Schema})
		}
		return op
	}
	op.RequestBody = &huma.RequestBody{Content: map[string]*huma.MediaType{
		"application/x-www-form-urlencoded": {Schema: reg.Schema(c.In, true, c.Name()+"In")}}}
	lists.Describe(reg, c.In)
	return op
}

// answer describes what a call answers: JSON, but for pictures and streams.
func answerOf(c route.Call, reg huma.Registry) *huma.Response {
	switch c.Out {
	case reflect.TypeFor[route.Picture]():
		return &huma.Response{Description: "the picture",
			Content: api.Binary("image/png")}
	case reflect.TypeFor[stream]():
		return &huma.Response{Description: "events without contents, and a comment line every 20 seconds; ask with this type in Accept",
			Content: map[string]*huma.MediaType{streamType: {Schema: &huma.Schema{Type: huma.TypeString}}}}
	}
	answer := reg.Schema(c.Out, true, c.Name()+"Out")
	lists.Describe(reg, c.Out)
	return &huma.Response{Description: "the answer; IsSuc false is a refusal", Content: api.JSON(answer)}
}

func securityOf(c route.Call) map[string][]string {
	need := map[string][]string{}
	if !c.Open {
		need["token"] = []string{}
	}
	if c.Who != route.Anyone {
		need["ticket"] = []string{}
	}
	if c.Who == route.DevicePlayer {
		need["device"] = []string{}
	}
	return need
}
