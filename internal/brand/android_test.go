package brand

import (
	"errors"
	"strings"
	"testing"

	"hongyun/internal/setting"
)

// An app that no phone could know is refused, such as a package without a
// certificate.
func TestAWrongAndroidAppIsRefused(t *testing.T) {
	print := strings.Repeat("AB:", 31) + "CD"
	for name, c := range map[string]struct {
		value Android
		want  error
	}{
		"none":                      {Android{}, nil},
		"an app":                    {Android{"com.example.app", print}, nil},
		"two certificates":          {Android{"com.example.app", print + ", " + strings.ToLower(print)}, nil},
		"no certificate":            {Android{Package: "com.example.app"}, ErrAndroid},
		"no package":                {Android{Fingerprints: print}, ErrAndroid},
		"a package of one word":     {Android{"app", print}, ErrAndroid},
		"a package with a space":    {Android{"com.example app", print}, ErrAndroid},
		"a short fingerprint":       {Android{"com.example.app", print[3:]}, ErrAndroid},
		"a fingerprint of SHA-1":    {Android{"com.example.app", strings.Repeat("AB:", 19) + "CD"}, ErrAndroid},
		"a fingerprint and a quote": {Android{"com.example.app", print + `"`}, ErrAndroid},
	} {
		if err := checkAndroid(t.Context(), nil, setting.Put[Android]{Value: c.value}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

// Android reads this file in exactly this form.
func TestTheFileNamesTheAppAndItsCertificates(t *testing.T) {
	print := strings.Repeat("AB:", 31) + "CD"
	got, err := Android{"com.example.app", strings.ToLower(print) + "，" + print}.AssetLinks()
	want := `[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","package_name":"com.example.app",` +
		`"sha256_cert_fingerprints":["` + print + `","` + print + `"]}}]`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
	if got, err := (Android{}).AssetLinks(); got != nil || err != nil {
		t.Errorf("without an app: %s, %v", got, err)
	}
}
