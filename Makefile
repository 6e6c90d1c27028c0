# Hongyun. `make` lists what there is.

.DEFAULT_GOAL := help
SHELL := /usr/bin/env bash
.SHELLFLAGS := -eu -o pipefail -c

export CGO_ENABLED ?= 1
export GOFLAGS ?= -buildvcs=false
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
BUILD = CGO_ENABLED=0 go build -trimpath -ldflags '-s -w -X main.version=$(VERSION)'

WEB_SOURCES = $(shell find web/player web/admin web/games/src web/games/index.html web/shared web/vite* web/scripts web/package.json -type f 2>/dev/null)

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## install what the machine lacks (Chromium, fonts, PostgreSQL, a C compiler, npm packages, Go modules)
	scripts/setup.sh

web/node_modules/.installed: web/package-lock.json
	cd web && npm ci --ignore-scripts --no-audit --no-fund
	touch $@

web/dist/player/index.html: web/node_modules/.installed $(WEB_SOURCES)
	cd web && npm run build
	touch web/dist/player/index.html web/dist/admin/index.html web/games/dist/index.html

web: web/dist/player/index.html ## build the front ends

build: web ## build bin/hongyun, bin/sandbox and bin/demo, front ends inside
	$(BUILD) -o bin/ ./cmd/hongyun ./cmd/sandbox ./cmd/demo

PACKAGE = hongyun-$(VERSION)-$(shell go env GOOS)-$(shell go env GOARCH)
package: build ## build dist/hongyun-VERSION-OS-ARCH.tar.gz with its checksum: program, unit, settings, documents
	rm -rf dist/$(PACKAGE) && mkdir -p dist/$(PACKAGE)/bin dist/$(PACKAGE)/docs
	cp bin/hongyun dist/$(PACKAGE)/bin/
	cp packaging/hongyun.service packaging/hongyun.env LICENSE CHANGELOG.md dist/$(PACKAGE)/
	cp -r docs/*.md docs/*.txt docs/decisions docs/openapi dist/$(PACKAGE)/docs/
	tar -C dist --owner=0 --group=0 --numeric-owner -czf dist/$(PACKAGE).tar.gz $(PACKAGE)
	cd dist && sha256sum $(PACKAGE).tar.gz > $(PACKAGE).tar.gz.sha256
	rm -rf dist/$(PACKAGE)

run: build ## build and start the demo: a house with play money, companies included
	@mkdir -p data
	bin/demo --data data

test: ## everything CI runs, from a bare machine on
	scripts/test.sh

test-go: ## Go tests on SQLite and PostgreSQL, without -race
	scripts/postgres.sh go test ./...

# The detector watches our code and not SQLite, which is C translated into Go: with
# it a test on SQLite takes nine times the processor time, without it 1.3 times.
# Nor does it watch the hashing of passwords.
RACE = -race -gcflags='modernc.org/...=-race=false -d=checkptr=0' -gcflags='golang.org/x/crypto/...=-race=false -d=checkptr=0'

# `make lint` has vetted the tests.
race: ## Go tests on both engines with -race; then the random books in full, without it
	HONGYUN_DEADLOCKS=report scripts/postgres.sh go test $(RACE) -vet=off -timeout 40m ./...
	scripts/postgres.sh go test ./internal/ledger ./internal/wallet -run 'Model|Random'

test-web: web/node_modules/.installed ## types, lint and unit tests of the front ends, and whether their Traditional and English texts are current
	cd web && npm run typecheck && npm run lint && node scripts/hant.mjs --check && node scripts/english.mjs --check && npm test

e2e: build ## the journey in Chromium, desktop and phone, against bin/demo; pages and cases in one form each
	cd web && npm run e2e

e2e-all: build ## the same with every page and case in both forms
	cd web && HONGYUN_E2E=all npm run e2e

e2e-games: build ## every game of every venue, desktop and phone
	cd web && HONGYUN_E2E=games npm run e2e -- e2e/venues.spec.ts

frames: build ## how many frames a second the games draw without a graphics card, desktop and phone; about 6 minutes
	cd web && npx playwright test --config e2e/frames.config.ts

screenshots: build ## pictures of every page in every state, desktop and phone, in screenshots/
	cd web && npx playwright test --config e2e/screenshots.config.ts

bench: ## wallet operations through HTTP, reads, the bet feed, the store alone, by size, and the ratio gate; durable commits, about 8 minutes
	TEST_DATABASE_URL= HONGYUN_PG_FSYNC=on scripts/postgres.sh go test -run '^$$' -bench . -benchtime 1x -timeout 20m ./internal/bench/

SOAK ?= 10m
soak: ## 64 clients with all jobs running beside them against the same without, on both engines; SOAK=2m for a short one
	TEST_DATABASE_URL= HONGYUN_PG_FSYNC=on scripts/postgres.sh go test -run '^$$' -bench Soak -benchtime 1x -timeout 60m ./internal/bench/ -soak $(SOAK)

bench-web: build ## how fast the pages are in Chromium on a slow phone, and what Lighthouse says of them; about 10 minutes
	cd web/lab && npm ci --ignore-scripts --no-audit --no-fund && npm run -s vitals

firefox: build ## every page of the player site and a new player's way in Firefox, desktop and phone; needs Firefox ESR, about 15 minutes
	cd web/lab && npm ci --ignore-scripts --no-audit --no-fund && npm run -s firefox

proof: ## the whole proof of the money core: crashes, faults, races, mutants, speed; writes docs/proof.md, about 70 minutes
	scripts/proof.sh

bin/lint: tools/lint/main.go tools/lint/go.mod
	cd tools/lint && go build -o ../../bin/lint .

lint: bin/lint ## gofmt, go vet, and what tools/lint joins: staticcheck, dropped errors, rows and bodies left open
	@unformatted=$$(gofmt -l cmd internal sandbox migrations tools web/*.go); \
	test -z "$$unformatted" || { echo "not gofmt's form:"; echo "$$unformatted"; exit 1; }
	go vet ./...
	go vet -vettool=bin/lint -errcheck.exclude=$(CURDIR)/tools/lint/unchecked.txt ./...
	go vet -tags crash ./cmd/hongyun

generate: ## OpenAPI documents, the printed faults, the front ends' types from them, their Traditional texts, the tables of requirements and venues
	go test ./internal/playerapi ./internal/adminapi ./internal/app -run 'Golden|Published|Catalogue|WhoMayCall' -update
	go test ./internal -run 'Requirements|Matrix' -update
	cd web && npm run generate && npm run hant

.PHONY: help setup web build package run test test-go race test-web e2e e2e-all e2e-games frames screenshots bench-web firefox bench soak proof lint generate
