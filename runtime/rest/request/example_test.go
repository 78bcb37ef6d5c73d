package request_test

import (
	"fmt"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/rest/request"
)

func Example() {
	body := []byte(`{"intent":"which loans are overdue","hints":{"limit":9007199254740993}}`)
	if err := request.Strict(body); err != nil {
		fmt.Println(err)
		return
	}
	req, err := request.Verb(runtime.Ask, body)
	fmt.Println(req.Intent, string(req.Hints), err)
	fmt.Println(request.Strict([]byte(`{"execute":false,"execute":true}`)))
	_, err = request.Execute("exceute=false", nil)
	fmt.Println(err)
	// Output:
	// which loans are overdue {"limit":9007199254740993} <nil>
	// line 1, column 26: "execute" is given twice; give it once
	// there is no query parameter "exceute"; there is only execute, arguments go into the body
}
