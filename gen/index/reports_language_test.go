package index_test

import "strings"

// languageSymptoms are failures on requests or descriptions that are not
// English, and on letters that are not a to z.
func languageSymptoms() []symptom {
	return []symptom{
		{
			name: "Cyrillic text has no words",
			tools: []tool{
				{id: "library/list_loans", says: "показать взятые книги"},
				{id: "library/list_fines", says: "показать неоплаченные штрафы"},
				{id: "library/reserve", says: "отложить издание для читателя"},
			},
			asks: []ask{
				{intent: "какие книги у меня на руках", want: leads("library/list_loans")},
				{intent: "Штрафы", want: routes("library/list_fines")},
				{intent: "ПОКАЖИ ВЗЯТЫЕ КНИГИ", want: routes("library/list_loans")},
			},
			foil: asciiWords,
		},
		{
			name: "an inflected Cyrillic word is another word",
			tools: []tool{
				{id: "library/list_loans", says: "показать взятые книги"},
				{id: "library/list_fines", says: "показать неоплаченные штрафы"},
			},
			asks: []ask{
				{intent: "мой штраф", want: leads("library/list_fines")},
				{intent: "где моя книга", want: leads("library/list_loans")},
			},
			foil: asciiWords,
		},
		{
			name: "Japanese has no spaces, so a sentence is one word",
			tools: []tool{
				{id: "court/find_rulings", says: "過去の判例を検索します"},
				{id: "court/book_room", says: "会議室を予約します"},
				{id: "court/list_judges", says: "裁判官の一覧を表示します"},
			},
			asks: []ask{
				{intent: "判例を見たい", want: routes("court/find_rulings")},
				{intent: "会議室を取って", want: routes("court/book_room")},
				{intent: "裁判官は誰", want: routes("court/list_judges")},
			},
			foil: asciiWords,
		},
		{
			name: "Chinese aliases of an English tool are out of reach",
			tools: []tool{
				{id: "desk/press", says: "Press a spot on the screen.", examples: []string{"按下", "鼠标单击"}},
				{id: "desk/scroll", says: "Move the page up or down.", examples: []string{"滚动页面"}},
			},
			asks: []ask{
				{intent: "按下", want: routes("desk/press")},
				{intent: "鼠标", want: leads("desk/press")},
				{intent: "请滚动页面", want: routes("desk/scroll")},
			},
			foil: asciiWords,
		},
		{
			name: "half a Chinese sentence hides the English word in it",
			tools: []tool{
				{id: "post/forward_document", says: "Forward a document."},
				{id: "post/archive_document", says: "Archive a document."},
			},
			asks: []ask{
				{intent: "帮我forward这份合同", want: leads("post/forward_document")},
				{intent: "麻烦 archive 一下", want: leads("post/archive_document")},
			},
			foil: asciiCells,
		},
		{
			name: "full-width letters and accents are other letters",
			tools: []tool{
				{id: "kitchen/reheat_puree", says: "Reheat a purée."},
				{id: "kitchen/chill_creme", says: "Chill a crème."},
			},
			asks: []ask{
				{intent: "ｃｈｉｌｌ", want: routes("kitchen/chill_creme")},
				{intent: "PURÉE", want: routes("kitchen/reheat_puree")},
				{intent: "chill the creme", want: routes("kitchen/chill_creme")},
			},
			foil: asciiWords,
		},
		{
			name: "a compound of another language is one word to its speakers",
			tools: []tool{
				{id: "amt/parkausweis_beantragen", says: "Einen Parkausweis für Anwohner beantragen."},
				{id: "amt/hundesteuer_anmelden", says: "Einen Hund zur Steuer anmelden."},
			},
			asks: []ask{
				{intent: "PARKAUSWEIS", want: routes("amt/parkausweis_beantragen")},
				{intent: "Hundesteuer", want: routes("amt/hundesteuer_anmelden")},
			},
			foil: asciiWords,
		},
	}
}

// asciiCells is asciiWords that takes whatever stands between blanks for a word
// and drops it unless it is ASCII throughout.
func asciiCells(tools []tool, intent string) answer {
	kept := ""
	for _, cell := range strings.Fields(intent) {
		if isASCII(cell) {
			kept += " " + cell
		}
	}
	return asciiWords(tools, kept)
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 })
}
