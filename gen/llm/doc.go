// Package llm is a small client of endpoints that speak the chat completions
// protocol which most model servers share: local ones such as Ollama, llama.cpp
// and vLLM, and hosted ones. It knows what the commands enrich and arena need,
// messages, tools, a temperature and a seed, and nothing else. No other part of
// this module talks to a model, least of all the runtime.
//
//	client, err := llm.New("http://localhost:11434/v1", "gemma3:4b", llm.Options{})
//	...
//	reply, err := client.Chat(ctx, llm.Request{
//		Messages: []llm.Message{{Role: llm.User, Content: "Name three birds."}},
//	})
//	fmt.Println(reply.Text)
//
// # What can go wrong
//
// Answers that promise to be better later (429, 408, 5xx) and connections that
// fail are tried again, each time after a longer wait or the one that the server
// asks for; the context ends the waiting too. What remains is an error:
//
//   - [*StatusError]: the server said no. [StatusError.Lasting] tells whether the
//     next request would hear the same (a wrong key, model or address).
//   - [ErrUnreachable]: no answer came at all.
//   - [ErrMalformed]: an answer came that is none of this protocol.
//   - the error of a context that ended.
//
// The key is sent in the Authorization header only and appears in no error.
package llm
