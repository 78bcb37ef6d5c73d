package text

import (
	"strings"
	"testing"
)

// TestIrregular pins the irregular words with their stems. A stem is never
// longer than its word and is its own stem.
func TestIrregular(t *testing.T) {
	for _, pair := range strings.Split(strings.TrimSpace(`
goes go/went go/does do/made make/took take/taken take/gave give/given give/wrote write/written write
sent send/spent spend/lent lend/built build/rebuilt build/found find/bought buy/brought bring/thought think
taught teach/caught catch/sold sell/told tell/held hold/kept keep/lost lose/paid pay/said say/shown show
drew draw/drawn draw/knew know/known know/grew grow/grown grow/threw throw/thrown throw/broke break/broken break
spoke speak/spoken speak/drove drive/driven drive/choose chose/chosen chose/choosing chose/chooses chose
froze freez/frozen freez/freezing freez/hidden hide/forgot forget/forgotten forget/began begin/begun begin
stood stand/understood understand/dying die/tying tie/lying lie/pasted paste/pasting paste/wasted waste
wasting waste/tasted taste/tasting taste/guided guide/guiding guide/agreed agree/guaranteed guarantee/freed free
children child/people person/women woman/indices index/vertices vertex/matrices matrix/appendices appendix
analyses analysis/hypotheses hypothesis/crises crisis/axes axis/buses bus/gases gas/lenses lens/canvases canvas
atlases atlas/shoes shoe/toes toe/scheduler schedul/registration register/installation instal
cancellation cancel/compilation compil/invitation invit/explanation explain/preparation prepar
interpretation interpret/transportation transport/computation comput/adaptation adapt/limitation limit
submission submit/transmission transmit/compression compress/decompression decompress/discussion discuss
suspension suspend/conversion convert/colour color/favour favor/favourite favorit/behaviour behavior/labour labor
neighbour neighbor/honour honor/flavour flavor/centre center/metre meter/litre liter/theatre theater
catalogue catalog/dialogue dialog/programme program/licence license/defence defense/grey gray/greyed gray
apis api/cpus cpu/gpus gpu/menus menu/wikis wiki/emojis emoji`), "\n") {
		for _, p := range strings.Split(pair, "/") {
			word, want, _ := strings.Cut(p, " ")
			if got := string(Stem([]byte(word))); got != want || len(want) > len(word) {
				t.Errorf("Stem(%s) = %s, want %s", word, got, want)
			}
			if got := string(Stem([]byte(want))); got != want {
				t.Errorf("Stem(%s) = %s, but it is the stem of %s", want, got, word)
			}
		}
	}
}
