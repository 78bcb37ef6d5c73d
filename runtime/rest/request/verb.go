package request

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/dispatch"
)

// intentPath and a verb's name are the path of the verb, for messages.
const intentPath = "/intent/"

// Verb reads the body of a verb's route, which Strict has let through; nil is no
// body. A member that the verb does not have is an error.
func Verb(verb runtime.Verb, body []byte) (dispatch.Request, error) {
	req := dispatch.Request{Verb: verb}
	f, err := readFields(body)
	if err != nil {
		return req, fmt.Errorf("%w; %s", err, sample(verb))
	}
	if err := f.ofOption(verb); err != nil {
		return req, err
	}
	if err := f.read("intent", "a string", &req.Intent); err != nil {
		return req, fmt.Errorf("%w; %s", err, sample(verb))
	}
	if verb == runtime.Find {
		err = f.topK(&req.TopK)
	} else {
		err = errors.Join(f.read("execute", "true or false", &req.Execute), f.hints(&req.Hints))
	}
	if err != nil {
		return req, fmt.Errorf("%w; %s", err, sample(verb))
	}
	if len(f) > 0 {
		return req, fmt.Errorf("%s takes no %s; %s", verb, clip(strings.Join(slices.Sorted(maps.Keys(f)), ", ")), sample(verb))
	}
	return req, nil
}

func sample(verb runtime.Verb) string {
	if verb == runtime.Find {
		return `send an object such as {"intent":"what is needed","top_k":8}`
	}
	return `send an object such as {"intent":"the request in the user's words","hints":{"limit":5}}, arguments of the tool behind it in hints`
}

// ofOption drops what the options of replies hold beside the call, so that one
// can be sent as it stands, to the route of its verb.
func (f fields) ofOption(verb runtime.Verb) error {
	delete(f, "label")
	delete(f, "fill")
	var named string
	if err := f.read("verb", "a string", &named); err != nil {
		return err
	}
	if named != "" && named != verb.String() {
		return fmt.Errorf("this is the route of %s and the body is for %q; send it to %s%s", verb, clip(named), intentPath, clip(named))
	}
	return nil
}

func (f fields) topK(to *int) error {
	if err := f.read("top_k", "a whole number", to); err != nil {
		return err
	}
	if *to < 0 || *to > runtime.MaxK {
		return fmt.Errorf("top_k is %d; give a whole number from 1 to %d", *to, runtime.MaxK)
	}
	return nil
}

// hints takes the hints, which are an object, or a string that holds one. A
// string is as strict as the body.
func (f fields) hints(to *json.RawMessage) error {
	object, text := f.take("hints"), f.take("hints_json")
	if object != nil && text != nil {
		return errors.New("hints and hints_json are both given; give one of them")
	}
	*to = object
	if text != nil {
		*to = text
	}
	var inner string
	if json.Unmarshal(*to, &inner) == nil && strings.TrimSpace(inner) != "" {
		if err := Strict([]byte(inner)); err != nil {
			return fmt.Errorf("the hints are no strict JSON: %w", err)
		}
	}
	return nil
}
