package naming

// table lists the words that tell from a name what a call does. An underscore joins
// two words that are a verb together.
var table = []struct {
	Sense
	words string
}{
	{Sense{Class: Ask, Verb: "why"}, `explain trace`},
	{Sense{Class: Ask, Verb: "why", Loose: true}, `audit debug diagnose why`},
	{Sense{Class: Ask, Verb: "ask"}, `analyse analyze answer ask browse calculate check compare compute convert
		diff download estimate exists fetch find help inspect lookup measure observe peek ping preview query read
		recall retrieve search summarise summarize translate validate verify`},
	{Sense{Class: Ask, Verb: "ask", Loose: true}, `aggregate explore forecast grep lint ls parse predict recommend suggest whoami`},
	{Sense{Class: State, Verb: "ask"}, `count describe get info list show stats status view`},
	{Sense{Class: State, Verb: "ask", Loose: true}, `detail details health history logs metrics schema statistics summary usage`},

	{Sense{Class: VerbOrNoun, Verb: "write"}, `comment commit copy decay extract import log merge move patch record reply store sweep tag trim`},
	{Sense{Class: VerbOrNoun, Verb: "write", Loose: true}, `draft fork format label link note trash`},
	{Sense{Class: VerbOrNoun, Verb: "act"}, `ack book build buy claim consume deploy nack order pay post release reschedule run schedule transfer`},
	{Sense{Class: VerbOrNoun, Verb: "act", Loose: true}, `bid call charge drag exchange fill follow hover like open play press scroll select sell share ship
		sign star swap swipe tap test trade type vote watch`},
	{Sense{Class: VerbOrNoun, Verb: "manage"}, `archive lock resolve scale`},
	{Sense{Class: VerbOrNoun, Verb: "manage", Loose: true}, `change config mount pin pull setup switch`},

	{Sense{Class: Change, Verb: "write"}, `add alter append attach cherry_pick create declare detach edit ingest insert mkdir modify mutate
		overwrite prepend push put rebase recreate redo regenerate rename replace revert rollback save undelete
		undo unmerge upload upsert write`},
	{Sense{Class: Change, Verb: "write", Loose: true}, `clone decrement duplicate increment mv repair sync update`},
	{Sense{Class: Change, Verb: "act"}, `abort approve cancel close deliver dismiss enqueue execute invoke launch notify publish reject rerun resend
		restart resume retry send spawn start stop submit subscribe suspend trigger turn_off turn_on unfollow
		unpublish unstar unsubscribe withdraw`},
	{Sense{Class: Change, Verb: "act", Loose: true}, `accept broadcast check_in check_out checkin checkout click decline deposit dispatch evaluate exec
		forward navigate pause promote purchase reboot refund reserve`},
	{Sense{Class: Change, Verb: "manage"}, `activate allocate apply assign bind chmod chown configure cordon enable grant initialize install invite migrate
		reauthorize register reset restore rotate unarchive unassign unban unbind uncordon unlock unmount unmute
		unpin unset`},
	{Sense{Class: Change, Verb: "manage", Loose: true}, `ban downgrade drain init join leave login logout manage mark mute provision set taint
		toggle upgrade`},

	{Sense{Class: Destroy, Verb: "write"}, `clear del delete destroy discard drop erase expunge flush invalidate nuke prune
		purge remove rm rmdir shred truncate unlink unref wipe`},
	{Sense{Class: Destroy, Verb: "act"}, `evict kill shut_down shutdown terminate`},
	{Sense{Class: Destroy, Verb: "manage"}, `deactivate deprovision disable kick revoke uninstall unregister`},
}
