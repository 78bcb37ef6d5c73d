package catalog

import "strings"

// wordClass is what a word of a name says about what a tool does.
type wordClass uint8

const (
	noWord wordClass = iota
	// askWord reads.
	askWord
	// stateWord reads, and is never itself what is run or started.
	stateWord
	// verbOrNoun changes where it stands like a verb; see guessWords.
	verbOrNoun
	// changeWord changes wherever it stands.
	changeWord
	// destroyWord changes, and takes something away.
	destroyWord
)

// wordEntry is one row of the verb table.
type wordEntry struct {
	class wordClass
	// verb is the one that such a tool answers to first.
	verb string
}

// verbRows is the verb table: the words that tell from a tool's name what it
// does. An underscore joins two words that are a verb together.
var verbRows = []struct {
	class       wordClass
	verb, words string
}{
	{askWord, "why", `audit debug diagnose explain trace why`},
	{askWord, "ask", `analyse analyze ask browse calculate check compare compute convert diff download
		estimate explore fetch find forecast grep inspect lint lookup ls measure parse predict preview
		query read recommend retrieve search suggest summarise summarize translate validate verify whoami`},
	{stateWord, "ask", `count describe detail details get health history info list logs metrics schema
		show statistics stats status summary usage view`},

	{verbOrNoun, "write", `comment commit copy draft fork format import label link log merge move note patch
		record reply store tag trash`},
	{verbOrNoun, "act", `bid book build buy call charge claim deploy drag exchange fill follow hover like open
		order pay play post press release run schedule scroll sell select share ship sign star start stop
		swap swipe tap test trade transfer trigger type vote watch`},
	{verbOrNoun, "manage", `archive change config lock mount pin pull resolve scale setup switch`},

	{changeWord, "write", `add alter append attach cherry_pick clone create decrement detach duplicate edit increment
		ingest insert mkdir modify mutate mv overwrite prepend push put rebase recreate redo regenerate rename
		repair replace revert rollback save sync undelete undo unmerge update upload upsert write`},
	{changeWord, "act", `abort accept approve broadcast cancel check_in check_out checkin checkout click close
		decline deliver deposit dismiss dispatch enqueue evaluate exec execute forward invoke launch navigate
		notify pause promote publish purchase reboot refund reject rerun resend reserve restart resume retry
		send submit subscribe suspend turn_off turn_on unfollow unpublish unstar unsubscribe withdraw`},
	{changeWord, "manage", `activate allocate apply assign ban bind chmod chown configure cordon downgrade drain
		enable grant init initialize install invite join leave login logout manage mark migrate mute provision
		reauthorize register reset restore rotate set taint toggle unarchive unassign unban unbind uncordon unlock unmount unmute unpin unset
		upgrade`},

	{destroyWord, "write", `clear del delete destroy discard drop erase expunge flush invalidate nuke prune purge
		remove rm rmdir shred truncate unlink wipe`},
	{destroyWord, "act", `evict kill shut_down shutdown terminate`},
	{destroyWord, "manage", `deactivate deprovision disable kick revoke uninstall unregister`},
}

// verbWords finds the rows of the verb table by word; a pair is joined by a
// blank.
var verbWords = func() map[string]wordEntry {
	out := map[string]wordEntry{}
	for _, row := range verbRows {
		for _, w := range strings.Fields(row.words) {
			out[strings.ReplaceAll(w, "_", " ")] = wordEntry{row.class, row.verb}
		}
	}
	return out
}()

var (
	// joins are the words after which a name begins anew: fetch_and_store.
	joins = wordSet("and or then")
	// leads are the words after which a description may put a verb.
	leads = wordSet("can to tool which will")
	// starters are the verbs whose object may be called by a reading word:
	// run_query runs one, while order_search reads.
	starters = wordSet("build deploy open play run schedule select start stop test trigger")
)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}
