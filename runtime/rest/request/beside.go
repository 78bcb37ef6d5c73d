package request

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// PlanRefHeader is the header that sends back the reference of a preview.
const PlanRefHeader = "Sextant-Plan-Ref"

// PlanRef joins the reference of the header with that of the body.
func PlanRef(header http.Header, given string) (string, error) {
	ref := header.Get(PlanRefHeader)
	switch {
	case ref == "":
		return given, nil
	case given != "" && given != ref:
		return "", fmt.Errorf("the header %s and plan_ref in the body differ; give one of them", PlanRefHeader)
	}
	return ref, nil
}

// Execute joins the query parameter execute with the member of the body.
// Another parameter is an error: execute under a wrong name would be a call that
// was to be a preview.
func Execute(rawQuery string, given *bool) (*bool, error) {
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return nil, fmt.Errorf("the query can't be read: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if name != "execute" {
			return nil, fmt.Errorf("there is no query parameter %q; there is only execute, arguments go into the body", clip(name))
		}
	}
	values := query["execute"]
	if len(values) == 0 {
		return given, nil
	}
	value, err := strconv.ParseBool(values[0])
	switch {
	case err != nil || len(values) > 1:
		return nil, fmt.Errorf("execute is %q; give true or false, once", clip(strings.Join(values, ", ")))
	case given != nil && *given != value:
		return nil, errors.New("execute differs between the query and the body; give it once")
	}
	return &value, nil
}
