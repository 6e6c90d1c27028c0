package paymenttest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"hongyun/internal/payment"
)

// object is a JSON object with its values as they are written.
type object map[string]json.RawMessage

// body writes the object with its names in order, and what is given behind the
// last value.
func (o object) body(tail string) []byte {
	parts := make([]string, 0, len(o))
	for _, name := range slices.Sorted(maps.Keys(o)) {
		parts = append(parts, fmt.Sprintf("%q:%s", name, o[name]))
	}
	return []byte("{" + strings.Join(parts, ",") + tail + "}")
}

// text is a text field.
func text(s string) json.RawMessage {
	raw, err := json.Marshal(s)
	if err != nil {
		panic(err) // a text is always written
	}
	return raw
}

// forgedObjects are Forgeries of a notice that is a JSON object.
func forgedObjects(genuine payment.Raw) []Forgery {
	var fields object
	if err := json.Unmarshal(genuine.Body, &fields); err != nil {
		return nil
	}
	signField := "signature"
	var signature string
	_ = json.Unmarshal(fields[signField], &signature)
	var all []Forgery
	post := func(name string, body []byte) {
		all = append(all, Forgery{name, payment.Raw{Method: http.MethodPost, Query: url.Values{}, Body: body, Header: genuine.Header}})
	}
	add := func(name string, change func(o object) (tail string)) {
		o := maps.Clone(fields)
		tail := change(o)
		post(name, o.body(tail))
	}
	put := func(name, field string, value json.RawMessage) {
		add(name, func(o object) string { o[field] = value; return "" })
	}
	add("no signature", func(o object) string { delete(o, signField); return "" })
	put("empty signature", signField, text(""))
	put("signature of zeros", signField, text(strings.Repeat("0", len(signature))))
	put("half a signature", signField, text(signature[:len(signature)/2]))
	put("signature with a space", signField, text(signature+" "))
	put("signature in the other case", signField, text(otherCase(signature)))
	put("signature null", signField, json.RawMessage("null"))
	put("signature zero", signField, json.RawMessage("0"))
	put("signature true", signField, json.RawMessage("true"))
	put("signature as an array", signField, json.RawMessage(`["`+signature+`"]`))
	put("signature as an object", signField, json.RawMessage(`{"":"`+signature+`"}`))
	add("signature twice, the first wrong", func(o object) string {
		right := o[signField]
		o[signField] = text("x")
		return `,"signature":` + string(right)
	})
	add("signature twice, the second wrong", func(object) string { return `,"signature":"x"` })
	add("signature twice, both right", func(o object) string { return `,"signature":` + string(o[signField]) })
	add("signature under another name", func(o object) string {
		o["sign"] = o[signField]
		delete(o, signField)
		return ""
	})
	put("a field more", "bonus", json.RawMessage("1"))
	put("a field in capitals", "AMOUNT", json.RawMessage("9999"))
	add("hundreds of fields", func(o object) string {
		for i := range 500 {
			o["x"+strings.Repeat("a", i)] = json.RawMessage("1")
		}
		return ""
	})
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(fields)), func(n string) bool { return n == signField })
	for _, name := range names {
		var s string
		isText := json.Unmarshal(fields[name], &s) == nil
		add(name+" left out", func(o object) string { delete(o, name); return "" })
		put(name+" emptied", name, text(""))
		put(name+" null", name, json.RawMessage("null"))
		put(name+" true", name, json.RawMessage("true"))
		put(name+" as an array", name, json.RawMessage("["+string(fields[name])+"]"))
		put(name+" as an object", name, json.RawMessage(`{"0":`+string(fields[name])+"}"))
		add(name+" twice", func(o object) string { return `,"` + name + `":` + string(o[name]) })
		if isText {
			put(name+" changed", name, text(s+"1"))
			put(name+" with a space", name, text(" "+s))
			put(name+" with a zero byte", name, text(s+"\x00"))
			continue
		}
		put(name+" changed", name, json.RawMessage("1"+string(fields[name])))
		put(name+" below zero", name, json.RawMessage("-"+string(fields[name])))
		put(name+" with an exponent", name, json.RawMessage(string(fields[name])+"e0"))
		put(name+" huge", name, json.RawMessage(strings.Repeat("9", 400)))
	}
	add("fields swallowed by their neighbours", func(o object) string {
		o[names[0]] = text(plainText(o[names[0]]) + "&" + names[1] + "=" + plainText(o[names[1]]))
		delete(o, names[1])
		return ""
	})
	body := string(genuine.Body)
	for name, other := range map[string]string{
		"nothing at all": "", "an empty object": "{}", "an array around it": "[" + body + "]", "an object behind it": body + body, "text behind it": body + "x",
		"half of it": body[:len(body)/2], "a mark before it": "\ufeff" + body, "a text around it": string(text(body)),
		"a body that does not end": strings.TrimSuffix(body, "}") + `,"x":"` + strings.Repeat("a", 1<<17) + `"}`, "nested for ever": strings.Repeat(`{"a":`, 10_000),
	} {
		post(name, []byte(other))
	}
	form := url.Values{}
	for _, name := range append(names, signField) {
		form.Set(name, plainText(fields[name]))
	}
	post("the fields as a form", []byte(form.Encode()))
	for name, raw := range map[string]payment.Raw{
		"the object in the body of a get": {Method: http.MethodGet, Query: url.Values{}, Body: genuine.Body},
		"the fields in the query":         {Method: http.MethodGet, Query: form},
		"the fields in a post's query":    {Method: http.MethodPost, Query: form},
		"a put":                           {Method: http.MethodPut, Query: url.Values{}, Body: genuine.Body},
		"no method":                       {Query: url.Values{}, Body: genuine.Body},
	} {
		all = append(all, Forgery{name, raw})
	}
	return all
}

// plainText is a value as it is signed.
func plainText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}
