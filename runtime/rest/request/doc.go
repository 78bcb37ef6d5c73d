// Package request reads what comes over HTTP for a verb or a tool: strictly, for a
// body that two readers can read in two ways is one that can be checked as one
// thing and executed as another.
//
//	if err := request.Strict(body); err != nil { ... } // 400
//	req, err := request.Verb(runtime.Ask, body)
//	req.PlanRef, err = request.PlanRef(r.Header, req.PlanRef)
//	req.Execute, err = request.Execute(r.URL.RawQuery, req.Execute)
package request
