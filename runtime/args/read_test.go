package args_test

import (
	"encoding/json"
	"testing"

	"github.com/sextant-mcp/sextant/runtime"
	"github.com/sextant-mcp/sextant/runtime/args"
)

// reads is a request and what it gives, as a JSON object.
type reads struct{ intent, want string }

// check reads every request for a tool with these properties, of which the
// required ones are named.
func check(t *testing.T, properties, required string, table []reads) {
	t.Helper()
	tool := args.Parse(`{"type":"object","properties":{`+properties+`},"required":[`+required+`]}`, nil)
	for _, tc := range table {
		got := map[string]json.RawMessage{}
		for _, a := range tool.Read(tc.intent) {
			got[a.Name] = a.Value
			if a.Start < 0 || a.End > len(tc.intent) || a.Start >= a.End {
				t.Errorf("%s: %s stands at %d to %d", tc.intent, a.Name, a.Start, a.End)
			}
		}
		encoded, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if string(encoded) != tc.want {
			t.Errorf("%s: got %s, want %s", tc.intent, encoded, tc.want)
		}
	}
}

func TestNamed(t *testing.T) {
	check(t, `"title":{"type":"string"},"session_id":{"type":"string"},"limit":{"type":"integer"},"ratio":{"type":"number"},
		"dry_run":{"type":"boolean"},"dialect":{"type":"string","enum":["sql","sparql"]}`, ``, []reads{
		{"nothing is named here", `{}`},
		{`title="The Bees"`, `{"title":"The Bees"}`},
		{`add it with title "The Bees" and limit 5`, `{"limit":5,"title":"The Bees"}`},
		{`add it with the title “The Bees”`, `{"title":"The Bees"}`},
		{`use 'The Bees' as the title`, `{"title":"The Bees"}`},
		{`title: Bees`, `{"title":"Bees"}`},
		{`title: Bees of the north`, `{}`},
		{`the title of it is long`, `{}`},
		{`a title page`, `{}`},
		{`session id "a-1" please`, `{"session_id":"a-1"}`},
		{`the session ID is a-1.`, `{"session_id":"a-1"}`},
		{`sessionId=a-1, limit=007`, `{"limit":7,"session_id":"a-1"}`},
		{`limit of 12.`, `{"limit":12}`},
		{`limit five`, `{}`},
		{`limit 3 or limit 4`, `{}`},
		{`limit 3, I said limit 3`, `{"limit":3}`},
		{`ratio 0.25`, `{"ratio":0.25}`},
		{`dry_run=true`, `{"dry_run":true}`},
		{`dialect SPARQL`, `{"dialect":"sparql"}`},
		{`dialect cobol`, `{}`},
		{`limit=99999999999999999999`, `{}`},
		{`title=""`, `{}`},
		{`don't touch the users' limit, or theirs`, `{}`},
		{`título="x" title="é"`, `{"title":"é"}`},
	})
	check(t, `"nickname":{"type":"string"},"host":{"type":"string"},"database":{"type":"string"},"port":{"type":"integer"},"password":{"type":"string"}`, ``, []reads{
		{`add the server called 'North', its host is 'db.example.org', port 5432, with the 'main' database and 'a*b' as the password`,
			`{"database":"main","host":"db.example.org","nickname":"North","password":"a*b","port":5432}`},
		{`the database name will be 'main'`, `{"database":"main"}`},
	})
}

func TestQuoted(t *testing.T) {
	check(t, `"content":{"type":"string"},"priority":{"type":"integer"}`, `"content"`, []reads{
		{`remind me to "buy oil for the lamp"`, `{"content":"buy oil for the lamp"}`},
		{`「灯油を買う」`, `{"content":"灯油を買う"}`},
		{`"oil" or "wicks"`, `{}`},
	})
	check(t, `"from_text":{"type":"string"},"to_text":{"type":"string"}`, `"from_text","to_text"`, []reads{
		{`make it "oil"`, `{}`},
	})
	check(t, `"labels":{"type":"array","items":{"type":"string"}},"name":{"type":"string"}`, `"name"`, []reads{
		{`the labels are 'red', 'wet' and 'old'`, `{"labels":["red","wet","old"]}`},
	})
}

func TestChoice(t *testing.T) {
	check(t, `"cuisine":{"type":"string","enum":["Thai","Italian","Fast Food","Food"]},
		"units":{"type":"string","enum":["metric","imperial"],"description":"'metric' for Celsius, 'imperial' for Fahrenheit."},
		"scope":{"type":"string","enum":["all","none","open"]},
		"days":{"type":"array","items":{"type":"string","enum":["monday","friday","sunday"]}}`, ``, []reads{
		{"a THAI place", `{"cuisine":"Thai"}`},
		{"somewhere with fast food", `{"cuisine":"Fast Food"}`},
		{"thai or italian", `{}`},
		{"anything but not italian", `{}`},
		{"no italian, thai please", `{}`},
		{"thailand", `{}`},
		{"how warm is it in Fahrenheit", `{"units":"imperial"}`},
		{"show all that are open", `{}`},
		{"scope all", `{"scope":"all"}`},
		{"on monday and friday", `{"days":["monday","friday"]}`},
	})
	check(t, `"genre":{"type":"string","enum":["Music","Theater"]},"size":{"type":"string","description":"One of 'S', 'M', 'medium' or 'large'."}`, ``, []reads{
		{"a musical evening", `{"genre":"Music"}`},
		{"a medium shirt", `{"size":"medium"}`},
		{"a shirt in size M", `{"size":"M"}`},
		{"M told me about shirts", `{}`},
		{"medium or large", `{}`},
	})
	check(t, `"city_id":{"type":"integer","enum":[1,2],"description":"1 for Lisbon, 2 for Porto."}`, ``, []reads{
		{"fado in Porto", `{"city_id":2}`},
	})
}

func TestNumber(t *testing.T) {
	check(t, `"number_of_adults":{"type":"integer"},"number_of_rooms":{"type":"integer","maximum":9},"rating":{"type":"number"},
		"price":{"type":"number","description":"In USD."},"duration":{"type":"integer","description":"How long, in minutes."},"stars":{"type":"string","enum":["1","2","3","4"]}`, ``, []reads{
		{"a house for 4 adults with 2 rooms", `{"number_of_adults":4,"number_of_rooms":2}`},
		{"two adults and three rooms", `{"number_of_adults":2,"number_of_rooms":3}`},
		{"12 rooms", `{}`},
		{"2 or 3 rooms", `{}`},
		{"rated at least 4.2", `{"rating":4.2}`},
		{"pay $1,250.50 for it", `{"price":1250.5}`},
		{"for 45 minutes", `{"duration":45}`},
		{"a 4-star hotel", `{"stars":"4"}`},
		{"the 3rd of those", `{}`},
		{"one of those", `{}`},
		{"at 10:30 on 2026-05-01", `{}`},
	})
	check(t, `"min_age":{"type":"integer"},"max_age":{"type":"integer"},"volume":{"type":"integer"}`, ``, []reads{
		{"between 25 and 35 years old", `{"max_age":35,"min_age":25}`},
		{"ages 25 - 35", `{"max_age":35,"min_age":25}`},
		{"older than 30 years", `{"min_age":30}`},
		{"under 30 years", `{"max_age":30}`},
		{"35 to 25", `{}`},
		{"at volume level 70", `{"volume":70}`},
	})
	check(t, `"a":{"type":"integer"},"b":{"type":"integer"}`, `"a","b"`, []reads{
		{"compute 443 * 349", `{"a":443,"b":349}`},
		{"compute 443", `{}`},
		{"1, 2, 3", `{}`},
	})
	check(t, `"genre":{"type":"string"},"year":{"type":"integer"}`, ``, []reads{
		{"songs of 2019", `{"year":2019}`},
		{"songs from after 2019", `{}`},
		{"2019 songs", `{"year":2019}`},
		{"songs of 2018 and 2019", `{}`},
	})
}

func TestDate(t *testing.T) {
	check(t, `"start_date":{"type":"string","format":"date"},"end_date":{"type":"string","description":"In the format 'MM/DD/YYYY'."},
		"pickup_time":{"type":"string","description":"In 24-hour format 'HH:MM'."}`, ``, []reads{
		{"from 2026-03-09 until April 2nd, 2026", `{"end_date":"04/02/2026","start_date":"2026-03-09"}`},
		{"from March 9 to 10 April 2026 at 9 pm", `{"end_date":"04/10/2026","pickup_time":"21:00","start_date":"2026-03-09"}`},
		{"until 25/12/2026", `{"end_date":"12/25/2026"}`},
		{"until 04/05/2026", `{"end_date":"04/05/2026"}`},
		{"from 04/05/2026", `{}`},
		{"from March 9th", `{}`},
		{"from 2026-02-31", `{}`},
		{"2026-03-09", `{}`},
		{"at 9:15 or 9:45", `{}`},
		{"at 12:30 am", `{"pickup_time":"00:30"}`},
	})
	check(t, `"date":{"type":"string"}`, ``, []reads{
		{"the weather on March 9th, 2026", `{"date":"March 9th, 2026"}`},
		{"today is 2026-03-09", `{}`},
		{"on March 9th of next year, it is 2026 now", `{}`},
		{"on May 2026", `{}`},
	})
	check(t, `"day":{"type":"integer"},"month":{"type":"integer","maximum":12},"year":{"type":"integer"}`, ``, []reads{
		{"hosts on February 15th 2022", `{"day":15,"month":2,"year":2022}`},
		{"hosts in February 2022", `{"month":2,"year":2022}`},
		{"hosts in February", `{}`},
	})
	check(t, `"range":{"type":"string","description":"'YYYY-MM-DD to YYYY-MM-DD'"}`, ``, []reads{
		{"between 2026.3.1 and 2026.3.7", `{"range":"2026-03-01 to 2026-03-07"}`},
	})
}

func TestToken(t *testing.T) {
	check(t, `"url":{"type":"string"},"email":{"type":"string"},"path":{"type":"string"},"uuid":{"type":"string"},"order_id":{"type":"string"},"ip":{"type":"string"}`, ``, []reads{
		{"fetch https://example.org/a?b=c, please", `{"url":"https://example.org/a?b=c"}`},
		{"https://a.example or https://b.example", `{}`},
		{"mail ana@example.org.", `{"email":"ana@example.org"}`},
		{"open ./src/main.go", `{"path":"./src/main.go"}`},
		{"read report.pdf", `{"path":"report.pdf"}`},
		{"find 123e4567-e89b-12d3-a456-426614174000", `{}`},
		{"ping 10.0.0.7", `{"ip":"10.0.0.7"}`},
		{"where is order ORD-12?", `{"order_id":"ORD-12"}`},
		{"the order id is 4711", `{"order_id":"4711"}`},
		{"where is my order", `{}`},
	})
	check(t, `"order_type":{"type":"string"},"params_json":{"type":"string","description":"The order as JSON."}`, ``, []reads{
		{"cancel order o-77", `{}`},
		{`params_json="o-77"`, `{}`},
	})
	check(t, `"interval_s":{"type":"integer"}`, ``, []reads{
		{"an interval of 90", `{"interval_s":90}`},
		{"an interval of 90 seconds", `{"interval_s":90}`},
		{"an interval of 2 hours", `{}`},
	})
	check(t, `"uuid":{"type":"string"}`, ``, []reads{
		{"find 123e4567-e89b-12d3-a456-426614174000", `{"uuid":"123e4567-e89b-12d3-a456-426614174000"}`},
	})
}

func TestPlace(t *testing.T) {
	check(t, `"location":{"type":"string","description":"In the format 'City, State', such as 'Austin, TX'."}`, ``, []reads{
		{"a hotel in Salem, OR", `{"location":"Salem, OR"}`},
		{"a hotel in Salem, Oregon.", `{"location":"Salem, OR"}`},
		{"a hotel in Salem", `{}`},
		{"a hotel in Austin", `{"location":"Austin, TX"}`},
		{"a hotel in Porto, Portugal", `{}`},
		{"a hotel in the morning", `{}`},
		{"from Salem, OR to Bend, OR", `{}`},
	})
	check(t, `"city":{"type":"string"},"country":{"type":"string"}`, ``, []reads{
		{"the weather in Rio de Janeiro", `{"city":"Rio de Janeiro"}`},
		{"the weather in Porto, Portugal", `{"city":"Porto","country":"Portugal"}`},
		{"the weather in May", `{}`},
		{"the weather in NYC", `{}`},
	})
	check(t, `"origin":{"type":"string"},"destination":{"type":"string"}`, ``, []reads{
		{"a train from Porto to Lisbon", `{"destination":"Lisbon","origin":"Porto"}`},
		{"a train to Lisbon", `{"destination":"Lisbon"}`},
		{"a train near Lisbon", `{}`},
	})
}

func TestFlag(t *testing.T) {
	check(t, `"has_garage":{"type":"boolean"},"include_comments":{"type":"boolean"},"free_entry":{"type":"string","enum":["True","False","dontcare"]}`, ``, []reads{
		{"a house with a garage", `{"has_garage":true}`},
		{"a house without a garage", `{"has_garage":false}`},
		{"I don't care about having a garage", `{}`},
		{"the garage sale", `{}`},
		{"don't include comments", `{"include_comments":false}`},
		{"comments included", `{"include_comments":true}`},
		{"museums with free entry", `{"free_entry":"True"}`},
	})
}

func TestTitle(t *testing.T) {
	check(t, `"directed_by":{"type":"string","description":"Name of the director."},"cast":{"type":"string","description":"Name of an actor."},
		"album":{"type":"string","description":"Title of the album."},"district_name":{"type":"string"}`, ``, []reads{
		{"films directed by Ana Lima and starring Jo Berg", `{"cast":"Jo Berg","directed_by":"Ana Lima"}`},
		{"songs of the album Low Tide, please", `{"album":"Low Tide"}`},
		{"with Jo Berg in the cast", `{"cast":"Jo Berg"}`},
		{"a maid in Lake District", `{"district_name":"Lake"}`},
		{"directed by somebody", `{}`},
		{"the album is great. The cover too", `{}`},
	})
}

func TestSubject(t *testing.T) {
	check(t, `"query":{"type":"string","description":"What to search for."},"limit":{"type":"integer"}`, `"query"`, []reads{
		{"search for tide tables", `{"query":"tide tables"}`},
		{"what is a neap tide?", `{"query":"neap tide"}`},
		{"I wonder about the moon", `{}`},
		{"search for a thing that I can't name right now", `{}`},
	})
	check(t, `"query":{"type":"string","description":"A Cypher query."}`, `"query"`, []reads{
		{"search for tide tables", `{}`},
	})
}

// What a schema refuses is not filled, whatever the request says.
func TestRefused(t *testing.T) {
	check(t, `"code":{"type":"string","pattern":"^[A-Z]{3}$"},"name":{"type":"string","maxLength":3},"n":{"type":"integer","minimum":1},"any":{}`, ``, []reads{
		{`code=ABC name=Bo n=1`, `{"code":"ABC","n":1,"name":"Bo"}`},
		{`code=abcd name=Boris n=0 any=5`, `{}`},
		{`n=1.5`, `{}`},
	})
}

func TestWithoutSchema(t *testing.T) {
	for _, schema := range []string{"", "null", "{", `{"properties":[]}`, `{"properties":{"a":true,"b":5}}`} {
		if got := args.Parse(schema, nil).Read(`a=1 "x" b=2`); got != nil {
			t.Errorf("%s: %v", schema, got)
		}
	}
	tool := args.Parse("", []runtime.ParamRecord{{Name: "limit", Type: "integer"}, {Name: "mode", Type: "string", Enum: []string{"fast", "slow"}}})
	got := tool.Read("limit 5, slow")
	if len(got) != 2 || string(got[0].Value) != "5" || string(got[1].Value) != `"slow"` || got[1].Evidence.String() != "choice" {
		t.Errorf("%v", got)
	}
}

func TestEvidenceNames(t *testing.T) {
	if s := args.Subject.String(); s != "subject" {
		t.Error(s)
	}
	if s := args.Evidence(99).String(); s != "evidence(99)" {
		t.Error(s)
	}
}
