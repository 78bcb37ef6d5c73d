// Package dispatch carries out requests: verb, plan, execution, outcome. It
// stands between the router, which only ranks, and whatever face a client sees;
// it knows no protocol.
//
// # A request on its way
//
// [Dispatcher.Do] takes a verb, an intent in the user's words and hints.
//
//  1. The target is resolved: the capability that hints.tool pins, else the one
//     that the router finds. When several fit alike, or the best fit is behind
//     another verb, the reply asks back, and its options are exact next calls;
//     when nothing fits, it says so.
//  2. The operation is chosen: the one that hints.action names, the only one,
//     the one that the intent speaks of, in its own words or in others that mean
//     the same (pause is disable), a default that reads. Else the reply asks; a
//     change is never chosen on thin evidence. A tool without a descriptor may have
//     modes: a required choice such as mode or command between words for what is
//     done (list, create, delete) selects its operation just so.
//  3. The effect of the call is assessed ([Assess]): read, mutate or destroy,
//     from the descriptor, the annotations and the words of its name, the
//     gravest of them; what nothing is known of counts as a mutation. Of modes
//     each is assessed by its own words, and all but those that only read by the
//     annotations too. ask and
//     why never go on with anything but a read.
//  4. The arguments are everything else in the hints, and what the intent gives
//     beyond doubt (package args). The tool's schema must accept them before any server sees
//     them; an error shows the call as it should be. In the calls that replies show,
//     a value that the caller has to give stands as a placeholder, <limit: integer>;
//     one that comes back as it was counts as missing.
//  5. Reads run. Mutations run unless Execute is false. What destroys, and what
//     needs approval, is previewed: the reply holds a plan_ref, and the call runs
//     when it is sent back in the hints, by the same caller, under the same verb,
//     unchanged, once, within [PlanLifetime]. So is a change that a question led to
//     whose verb was left open. Where the client can ask the person
//     behind it ([Request].Confirm), that person's yes takes its place.
//  6. The [Upstream] of the capability's server executes the call. When none is
//     connected, the reply shows the call that would have been made and how to
//     connect the server.
//  7. The outcome is recorded in [Options].Rewards, for the scope of the request's
//     principal, and passed to [Outcomes], when it teaches something about the
//     routing: not after a pin, a preview or a fallback, and never from find. What
//     was recorded has a say in the order of the candidates of step 1, as far as
//     the words leave it unsure; see [runtime.Rewards].
//
// find ranks every capability of every kind and executes nothing. why tells of
// the caller's last decisions when it is asked about them. A skill is executed by
// returning its instructions.
//
// [Dispatcher.Call] is the other door: a call of a capability by its own name, for
// faces that list the capabilities themselves. It is a pinned request, under the
// same rules. A face on which tools are loaded under their names passes a
// [Lifecycle] with its requests; manage then loads and unloads through it.
//
// # Hints
//
// Hints are a JSON object, or a string that holds one. Reserved names are "tool",
// "action", "plan_ref" and "override_verb", which lets a pinned tool be called
// under a verb that it does not list, though never makes a reading verb change
// something. An argument of a reserved name goes inside "arguments": {...}.
//
// # Arguments with a default
//
// A required argument whose schema has a default that the schema itself accepts is
// sent with it where neither the caller nor the intent gives another value: nobody
// is asked for it. An optional one is left to the server.
//
// # Kinds of failure
//
// Do returns a [Reply] in every case. Its Error is set for what the caller must
// correct and for calls that failed; questions and "nothing fits" are answers.
// Its Status tells them apart for carriers with codes of their own. One broken
// capability, schema or server never keeps the others from being reached.
package dispatch
