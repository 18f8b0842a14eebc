# Two commands are enough: `make start` and `make test`. The rest is for work on the project.
.PHONY: hooks start demo test dev check fix gen build release bench chaos drill rolling upgrade-test lighthouse mutants pictures measure texts reconcile verify-audit take-over rotate-secret waypost dump restore clean

node_modules/.installed: package.json package-lock.json tools/openapi/package.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch $@

start demo test dev check fix gen build release bench chaos drill rolling upgrade-test lighthouse mutants pictures measure texts: node_modules/.installed
	@npm run -s $@

# An operator in a hurry waits for no packages if there are some.
node_modules:
	npm ci --no-audit --no-fund --loglevel=error

reconcile verify-audit take-over rotate-secret: | node_modules
	@npm run -s $@ $(if $(YES),-- --yes)

# The commands of a server: make waypost RUN="jobs list"
waypost: | node_modules
	@npm run -s $@ -- $(RUN)

# DATABASE_URL names the database: make dump FILE=waypost.dump, make restore FILE=waypost.dump, make take-over YES=1.
dump restore: | node_modules
	@npm run -s $@ -- "$(FILE)"

hooks:
	git config core.hooksPath .githooks

# The databases first: they may live outside, and their servers still run.
clean:
	@[ ! -d node_modules ] || npm run -s clean
	rm -rf dist .data node_modules
