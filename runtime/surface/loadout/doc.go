// Package loadout keeps who sees which tools beyond those that everybody sees:
// pure state, which knows no protocol.
//
// State hangs on a key that names one conversation: a session, an authenticated
// principal, or a handle that the store gave out. The empty key is nobody's and
// is refused, so state is never shared by accident.
//
//	store := loadout.New(loadout.Options{})
//	added, already, err := store.Load("session:7", []string{"graph_search"}, "the user wants to search", false)
//	...
//	if store.Use("session:7", "graph_search") { ... } // it may be called
//	store.Succeeded("session:7", "graph_search")      // retracts what was loaded for one call
//	store.Drop("session:7")                           // the session has ended
//
// Clients that have no session get a handle, which they send with each call:
//
//	handle, err := store.Open("ann") // belongs to ann; "" when nobody is known
//	key, err := store.Resolve(handle, "ann")
//
// State is bounded: at most Options.Keys keys, of which the one used least
// recently goes first, Options.Tools tools each, and a key that is idle for
// longer than Options.Idle is gone. Nothing runs in the background: whatever is
// idle is freed by the next use of the store, by whomever.
package loadout
