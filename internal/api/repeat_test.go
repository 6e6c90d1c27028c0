package api_test

import (
	"errors"
	"testing"

	"hongyun/internal/api"
)

func TestARepeatedRequestGetsTheFirstAnswer(t *testing.T) {
	answers, calls := api.NewAnswers(), 0
	carryOut := func() (api.Answer, error) { calls++; return api.Answer{Status: 200 + calls}, nil }
	for range 3 {
		if a, err := answers.Once(t.Context(), "key", []byte("body"), carryOut); err != nil || a.Status != 201 {
			t.Errorf("answered %d, %v", a.Status, err)
		}
	}
	if calls != 1 {
		t.Errorf("carried out %d times", calls)
	}
	if _, err := answers.Once(t.Context(), "key", []byte("another"), carryOut); !errors.Is(err, api.ErrKeyReused) {
		t.Errorf("the key with another body: %v", err)
	}
}

func TestFailuresAndSecretsAreNotKept(t *testing.T) {
	for name, carryOut := range map[string]func() (api.Answer, error){
		"failure": func() (api.Answer, error) { return api.Answer{}, errors.New("refused") },
		"secret":  func() (api.Answer, error) { return api.Answer{Once: true}, nil },
	} {
		answers, calls := api.NewAnswers(), 0
		for range 2 {
			_, _ = answers.Once(t.Context(), "key", nil, func() (api.Answer, error) { calls++; return carryOut() })
		}
		if calls != 2 {
			t.Errorf("%s: carried out %d times", name, calls)
		}
	}
}
