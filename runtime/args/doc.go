// Package args reads the arguments of a tool from a request in the user's own
// words. It fills in what the request leaves no doubt of and nothing else: a
// value that it returns is in the request, in the schema's enum or among the
// schema's own examples, and the schema of its parameter accepts it. What it
// does not find is for others to ask for.
//
//	tool := args.Parse(schema, nil)
//	for _, a := range tool.Read("rent a sedan from 2026-03-09 to 2026-03-10, 2 drivers") {
//		fmt.Println(a.Name, string(a.Value), a.Evidence)
//	}
//
// A [Reader] does that for the tools of a router.
//
// # Evidence
//
// Names, descriptions, formats and examples of the schema tell what words stand
// for a parameter and what its values look like.
//
//	named    limit=5, title: "Bees", the host is 'db', 'root' as the user name
//	quoted   the only quotation, for the only text that the tool needs
//	choice   an enum's item in any form of the word, or what the description
//	         explains it by ('imperial' for Fahrenheit); an example of the description
//	number   a number beside its parameter's word or unit: 4 adults, for 36 minutes,
//	         $20, rated 4.2; ends of a range: under 30, between 25 and 35; the
//	         operands of a calculation in their order
//	date     a date with its year, a time of day; written as the schema wants it
//	         (YYYY-MM-DD), else as it stands; two dates for a beginning and an end
//	token    URL, mail address, UUID, IP address, path, host, and codes beside
//	         their word: order ORD-12
//	folder   a name behind in, where files are asked for and only a path is needed
//	place    a name behind in, at, to, from; with its region where the schema wants
//	         "City, State" and the request, or an example of the schema, has one
//	flag     the thing that a flag is about, with or without: without a garage
//	title    a name in capitals behind its parameter's word: directed by Ana Lima
//	subject  what is left of a search: search for tide tables
//
// # Certainty
//
// Every rule makes proposals with a strength. Of a parameter the strongest
// counts, and none when two differ; of a place in the text the strongest use
// counts, and none when two parameters have the same claim on it. So a tool with
// two dates and a request with one gets no date unless a word says which.
// Of several paths a file's name goes where files are meant and a folder's where
// folders are; what still may be several goes to the only one that the tool needs,
// else to the one called just path or url, never behind to, into or as.
// Relative dates, dates without a year, cities whose region the request does
// not say and anything else that takes knowledge of the world stay open, except
// that the states of the USA are abbreviated where the schema abbreviates them.
// Denied choices do not count. Behind the first two thousand bytes a request is
// taken for text to work on: longer ones are not read.
//
// Words are compared as package text does, so inflections and spellings of names
// meet (maxResults, "max results"). The words of the rules are English; signs,
// quotations, codes and enum items are read in every language.
package args
