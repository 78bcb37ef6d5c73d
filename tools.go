// Package sextant is the root of the module. It holds the go:generate
// directive that compiles this repository's own surface; the packages to
// import are generated (the compiled surface) and runtime (the router).
//
// Development tools are pinned in a module file of their own, tools.mod, so
// that a module that imports this one does not inherit them:
//
//	go tool -modfile=tools.mod staticcheck ./...
//	go tool -modfile=tools.mod benchstat old.txt new.txt
//	go tool -modfile=tools.mod govulncheck ./...
package sextant

//go:generate go run ./cmd/sextant generate
