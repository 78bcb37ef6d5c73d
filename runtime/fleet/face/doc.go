// Package face shows clients what the servers of a fleet offer beside tools:
// prompts, resources and their templates, completions, log messages and
// subscriptions. It also stands for the client while a call lasts, so that a
// server can ask it for a form or a completion; see package peer.
//
//	fc := face.New(f, overlay.Entry)
//	srv := server.NewMCPServer(name, version, append(fc.ServerOptions(), server.WithHooks(hooks))...)
//	fc.Mount(srv, hooks)
//	defer fc.Close()
//
// # Names
//
// Prompts and resources are republished as they are written, under their own
// names and addresses. Where two servers have one name, the second prompt gets
// server__prompt. An address can't be changed without changing what it means to
// others, so of two servers with one address the first in the configuration
// answers, unless it says that it has no such thing.
//
// # Eras
//
// Clients and servers need not speak the same revision. A server of the newer
// one that answers a call with a question is asked again with the answer by
// clients of the newer revision; for a client of an older one with a session, the
// question is put to it as a request of its own, and the call goes on.
package face
