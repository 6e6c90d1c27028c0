package paymenttest

import (
	"bytes"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"hongyun/internal/payment"
)

// Forgery is a callback that looks like a genuine one and is not.
type Forgery struct {
	Name string
	payment.Raw
}

// Forgeries makes every false callback the kit knows out of a genuine one
// whose fields are in its query, its form or its JSON object. None of them may
// credit anybody (trust CBK-1). Tests of the cashier use them too.
func Forgeries(genuine payment.Raw) []Forgery {
	if bytes.HasPrefix(genuine.Body, []byte("{")) {
		return forgedObjects(genuine)
	}
	fields := genuine.Query
	if genuine.Method == http.MethodPost {
		fields, _ = url.ParseQuery(string(genuine.Body))
	}
	var all []Forgery
	add := func(name string, change func(v url.Values)) {
		v := url.Values{}
		for key, values := range fields {
			v[key] = slices.Clone(values)
		}
		change(v)
		all = append(all, Forgery{name + " (get)", payment.Raw{Method: http.MethodGet, Query: v, Header: genuine.Header}})
		all = append(all, Forgery{name + " (post)", payment.Raw{Method: http.MethodPost, Query: url.Values{}, Body: []byte(v.Encode()), Header: genuine.Header}})
	}
	signField := signatureField(fields)
	add("nothing at all", func(v url.Values) { clear(v) })
	add("no signature", func(v url.Values) { v.Del(signField) })
	add("empty signature", func(v url.Values) { v.Set(signField, "") })
	add("signature of zeros", func(v url.Values) { v.Set(signField, strings.Repeat("0", len(v.Get(signField)))) })
	add("half a signature", func(v url.Values) { v.Set(signField, v.Get(signField)[:len(v.Get(signField))/2]) })
	add("signature with a space", func(v url.Values) { v.Set(signField, v.Get(signField)+" ") })
	add("signature in the other case", func(v url.Values) { v.Set(signField, otherCase(v.Get(signField))) })
	add("signature as an array", func(v url.Values) { v[signField+"[]"] = v[signField]; v.Del(signField) })
	add("signature twice, the first wrong", func(v url.Values) { v[signField] = []string{"x", v.Get(signField)} })
	add("signature twice, the second wrong", func(v url.Values) { v[signField] = []string{v.Get(signField), "x"} })
	add("signature twice, both right", func(v url.Values) { v.Add(signField, v.Get(signField)) })
	add("signature under another name", func(v url.Values) { v["Sign"] = v[signField]; v.Del(signField) })
	add("another algorithm", func(v url.Values) { v.Set("sign_type", "RSA") })
	add("no algorithm that exists", func(v url.Values) { v.Set("sign_type", "NONE") })
	add("a field more", func(v url.Values) { v.Set("bonus", "1") })
	add("a field more, as an array", func(v url.Values) { v.Set("money[]", "9999.00") })
	add("a field in capitals", func(v url.Values) { v.Set("MONEY", "9999.00") })
	add("hundreds of fields", func(v url.Values) {
		for i := range 500 {
			v.Set("x"+strings.Repeat("a", i), "1")
		}
	})
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		value := fields.Get(name)
		if name == signField || name == "sign_type" || value == "" {
			continue
		}
		add(name+" left out", func(v url.Values) { v.Del(name) })
		add(name+" emptied", func(v url.Values) { v.Set(name, "") })
		add(name+" changed", func(v url.Values) { v.Set(name, value+"1") })
		add(name+" with a space", func(v url.Values) { v.Set(name, " "+value) })
		add(name+" with a zero byte", func(v url.Values) { v.Set(name, value+"\x00") })
		add(name+" twice", func(v url.Values) { v.Add(name, value+"1") })
		add(name+" encoded twice", func(v url.Values) { v.Set(name, url.QueryEscape("１"+value)) })
	}
	add("fields swallowed by their neighbours", func(v url.Values) {
		// The text that is signed stays the same; the fields are others.
		names := slices.Sorted(maps.Keys(fields))
		names = slices.DeleteFunc(names, func(n string) bool { return n == signField || n == "sign_type" || fields.Get(n) == "" })
		if len(names) > 1 {
			v.Set(names[0], v.Get(names[0])+"&"+names[1]+"="+v.Get(names[1]))
			v.Del(names[1])
		}
	})
	return append(all, misplaced(fields, genuine.Header)...)
}

// misplaced are genuine fields where they do not belong.
func misplaced(fields url.Values, header http.Header) []Forgery {
	text := fields.Encode()
	raw := func(name, method string, query url.Values, body string) Forgery {
		return Forgery{name, payment.Raw{Method: method, Query: query, Body: []byte(body), Header: header}}
	}
	return []Forgery{
		raw("the fields in the body of a get", http.MethodGet, url.Values{}, text),
		raw("the fields in the query of a post", http.MethodPost, fields, ""),
		raw("the fields in the query, others in the body", http.MethodPost, fields, "money=9999.00"),
		raw("a put", http.MethodPut, fields, text),
		raw("a head", http.MethodHead, fields, ""),
		raw("no method", "", fields, text),
		raw("json", http.MethodPost, url.Values{}, `{"trade_status":"TRADE_SUCCESS"}`),
		raw("a body that does not end", http.MethodPost, url.Values{}, text+"&x="+strings.Repeat("a", 1<<17)),
		raw("half an escape", http.MethodPost, url.Values{}, text+"&x=%"),
		raw("a semicolon", http.MethodPost, url.Values{}, strings.Replace(text, "&", ";", 1)),
		raw("no query at all", http.MethodGet, nil, ""),
	}
}

// signatureField is the field that looks like a signature.
func signatureField(fields url.Values) string {
	for _, name := range []string{"sign", "signature", "pay_md5sign"} {
		if fields.Has(name) {
			return name
		}
	}
	return "sign"
}

func otherCase(s string) string {
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}
