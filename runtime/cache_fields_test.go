package runtime

import (
	"reflect"
	"testing"
)

// What deciding reads of a request must come out of the cache as it went in. A new
// field is either kept in ranked or listed here as one that deciding does not need.
func TestCacheKnowsEveryField(t *testing.T) {
	notNeeded := map[string]string{
		"features": "summed up in the hits", "n": "of features",
		"intent": "set from the query", "key": "set from the query", "memo": "worked out again",
		"whole": "names are not kept", "spelled": "names are not kept",
		"r": "the owner", "req": "made from the entry", "verb": "set from the query", "among": "goes past the cache",
		"unasked": "set where rewards are applied, afterwards",
	}
	kept := reflect.TypeFor[ranked]()
	for _, from := range []reflect.Type{reflect.TypeFor[request](), reflect.TypeFor[selector]()} {
		for i := range from.NumField() {
			name := from.Field(i).Name
			if _, ok := kept.FieldByName(name); !ok && notNeeded[name] == "" {
				t.Errorf("%s.%s is not kept in the cache: add it to ranked, recall and keep, or say why not in this test", from.Name(), name)
			}
		}
	}
}

// A new field of Query either is part of the key, or is applied to what the cache
// gives, or makes the query go past the cache.
func TestCacheKnowsEveryQuery(t *testing.T) {
	known := map[string]string{
		"Verb": "in the key", "Intent": "in the key", "K": "all that can be wanted is kept",
		"Rewards": "applied afterwards", "Scope": "applied afterwards",
		"Among": "goes past the cache",
	}
	query := reflect.TypeFor[Query]()
	for i := range query.NumField() {
		if name := query.Field(i).Name; known[name] == "" {
			t.Errorf("Query.%s: take it into cache.key, or have recall and keep leave such a query alone, and say so in this test", name)
		}
	}
}
