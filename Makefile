# Everything a fresh clone needs is Go and make. `make run` starts the server
# on this repository's own surface; `make test` needs nothing outside the
# clone; `make ci` is what .ci/run runs.

GO      ?= go
ADDR    ?= 127.0.0.1:8765
STORE   ?= memory
FUZZ    ?= 3000x
TOOL    := $(GO) tool -modfile=tools.mod

.PHONY: run test ci generate check lint vet race bench eval interop adopt fuzz help

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

run: generate ## generate, then serve the six verbs on loopback HTTP
	$(GO) run ./cmd/sextant-mcp -http $(ADDR) -store $(STORE)

generate: ## compile skills and descriptors into ./generated
	$(GO) generate .

check: ## fail when ./generated is not what the sources compile to
	$(GO) run ./cmd/sextant generate -check

test: ## run every test that needs nothing outside this clone
	$(GO) test ./...

race: ## the same under the race detector
	$(GO) test -race ./...

vet:
	$(GO) vet ./...

lint: vet ## go vet, staticcheck, and skillsweep on our own skills
	$(TOOL) staticcheck ./...
	$(GO) run ./cmd/skillsweep -config docs/ci/skillsweep.yaml skills

bench: ## benchmarks, compared within one run
	$(GO) test -run '^$$' -bench . -benchmem ./runtime/... ./gen/index ./gen/sweep

eval: ## accuracy on the rows that nothing is trained on
	$(GO) run ./cmd/sextant eval -corpus "$$(ls skills/*/routes_test.jsonl | paste -sd, -)"

interop: ## real clients against the real server (needs npm)
	.ci/interop
	.ci/rest

adopt: ## the pre-commit hooks and the action, in throwaway repositories
	.ci/adopt

fuzz: ## every fuzz target, a number of inputs each
	.ci/fuzz $(FUZZ)

ci: ## what continuous integration runs
	.ci/run
