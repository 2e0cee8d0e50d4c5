# make run       starts the bot: on Discord if config.toml or DISCORD_TOKEN has a token, else at the local table in your browser
# make test      runs all checks of the build server but `make browser` (WORKERS=1: one test after the other)
# make quick     checks the same style, types and imports, and runs the tests that find most mistakes, in about a minute
# make browser   tests the local table in Chromium, which CHROMIUM names or the test finds; pictures go to out/browser
# make coverage  prints which lines of the engine the tests run
# make game      writes a small complete game as a start for a new one: make game SLUG=ludo
# make words     updates the translation catalogues from the code
# make bench     measures the speed and compares it with other projects
# make load      measures how fast the bot answers at 200 tables and rising rates (TABLES=20 RATES=5,20 LASTS=10: less;
#                ARGS="--store postgres": with the tables in PostgreSQL)
# make mutants   changes the rules of a game and counts the changes that its tests notice: make mutants GAME=amundsen
#                (N=150: that many changes)
# make soak      runs long tests: all tests of the host and the process on PostgreSQL; a whole game against a captain in each game, in a
#                channel and in a direct message, one by slash commands, and one on a phone in Chromium; wrong moves in every
#                lesson; pictures in all languages with all lengths of names; more random games, pictures and questions to computer
#                players than `make test`; an analysis of every record; `make quick` with a new game; on each store ten minutes of
#                many tables, kills, full disks and failing sends; 300 kills with a press in the first second; 300 take-overs under 20
#                moves a second; 50 kills of two groups of shards; 100,000 positions of each game compared with its oracle; 200 games
#                of mates of each race, in which no win of a turn may be missed; a quarter of a year at 30 tables, and three days of
#                200 seeds, each with other faults
#                (SECONDS=60 TABLES=20 KILLS=10 TAKEOVERS=10 PAIRS=5 POSITIONS=1000 GAMES=10 DAYS=7 SEEDS=5 STORES=sqlite: less)
# make night     plays simulated seasons of new seeds for HOURS=8 in JOBS=2 processes, keeps those that fail in out/night, each with its
#                trace and its shortest form, and says which commands nobody has used
# make install   installs the service, its user and its folders: on a server with systemd, as root, in a checkout such as
#                /opt/overwinter (POSTGRES=1: also the driver for PostgreSQL)
# make lock      updates the lock files from pyproject.toml: a server, a server with PostgreSQL, the local table, everything
# make clean     removes the packages and the caches
# Needs Python 3.11 or newer with venv and pip. Another Python: make run PYTHON=python3.12. Options of the bot: make run ARGS="--port 8000".

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
BIN := $(VENV)/bin
# One worker more than cores: a test that starts a process mostly waits for it.
WORKERS ?= $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
SECONDS ?= 600
TABLES ?= 200
KILLS ?= 300
TAKEOVERS ?= 300
PAIRS ?= 50
RATES ?= 5,10,20,40,60,100,200
LASTS ?= 20
POSITIONS ?= 100000
GAMES ?= 200
DAYS ?= 90
SEEDS ?= 200
N ?= 150
JOBS ?= 2
HOURS ?= 8
STORES ?= sqlite postgres
# Let Python cache its bytecode: hundreds of tests start a Python process.
export PYTHONDONTWRITEBYTECODE :=
# A lock file has every package: pip need not look for what they depend on.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps
# If memory has two free gigabytes, keep the small databases of the tests there: then no test waits for the disk.
TEST_FOLDER := $(shell df -Pk /dev/shm 2>/dev/null | awk 'END { if ($$4 > 2000000) print "/dev/shm" }')
# An idle worker takes tests from a busy one. The tests of a module mostly stay together, so their fixtures run once.
PYTEST := $(TEST_FOLDER:%=TMPDIR=%) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# For `make quick`: the pure tests, and those of Discord that most changes concern. It leaves out whole games (`slow`) and the host.
QUICK := $(wildcard tests/test_*.py) $(addprefix tests/,conformance golden kernel perft rules i18n images/test_golden.py) \
	$(addprefix tests/discord/test_,playing.py presenter.py)
COMPILE := $(BIN)/uv pip compile pyproject.toml --generate-hashes --no-header --no-strip-extras --universal --quiet

.PHONY: run test quick lint types imports check browser coverage game words bench load mutants soak night install lock clean

run: $(VENV)/.run
	$(BIN)/python bot.py $(ARGS)

# mypy takes one core: the tests run meanwhile.
test: $(VENV)/.test
	$(MAKE) --no-print-directory --jobs=$(JOBS) lint types imports check

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .

types: $(VENV)/.test
	$(BIN)/mypy

imports: $(VENV)/.test
	$(BIN)/lint-imports

check: $(VENV)/.test
	$(PYTEST) $(CHOSEN)

quick: $(VENV)/.test
	$(MAKE) --no-print-directory --jobs=$(JOBS) -o $(VENV)/.test lint types imports check CHOSEN='-m "not slow" $(QUICK)'

browser: $(VENV)/.test
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/browser $(ARGS)

coverage: $(VENV)/.test
	$(PYTEST) --cov=engine --cov-report=term:skip-covered $(ARGS)

game: $(VENV)/.test
	$(BIN)/python -m tests.programs.game $(SLUG)

words: $(VENV)/.test
	$(BIN)/python -m tests.programs.i18n.update $(ARGS)

bench: $(VENV)/.test
	$(BIN)/python -m tests.programs.bench $(ARGS)

load: $(VENV)/.test
	$(BIN)/python -m tests.programs.load --tables $(TABLES) --rates $(RATES) --seconds $(LASTS) $(ARGS)

mutants: $(VENV)/.test
	nice -n 19 $(BIN)/python -m tests.programs.mutants $(GAME) -n $(N) --workers $(JOBS) --json out/mutants/$(GAME).json $(ARGS)

soak: $(VENV)/.test
	OVERWINTER_STORES=all $(PYTEST) tests/host tests/process -k "postgres or soak"
	OVERWINTER_STORES=all $(PYTEST) --ignore=tests/host --ignore=tests/process -m "soak or hypothesis"
	OVERWINTER_STORES=all $(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/browser -m soak
	for store in $(STORES); do $(BIN)/python -m tests.programs.soak.forged_interactions --count 2000 --store $$store || exit 1; done
	for store in $(STORES); do \
		$(BIN)/python -m tests.programs.soak --seconds $(SECONDS) --tables $(TABLES) --store $$store $(ARGS) || exit 1; done
	$(BIN)/python -m tests.programs.soak.kills $(KILLS)
	$(BIN)/python -m tests.programs.soak.takeovers $(TAKEOVERS)
	$(BIN)/python -m tests.programs.soak.pairs --kills $(PAIRS)
	$(BIN)/python -m tests.programs.soak.oracles $(POSITIONS)
	$(BIN)/python -m tests.programs.missed_wins --games $(GAMES)
	$(BIN)/python -m tests.programs.simulation --days $(DAYS)
	$(BIN)/python -m tests.programs.simulation --days 3 --tables 6 --people 16 --seeds $(SEEDS) --jobs $(JOBS)

night: $(VENV)/.test
	$(BIN)/python -m tests.programs.night --hours $(HOURS) --jobs $(JOBS) $(ARGS)

# With DESTDIR, for packages and tests, the files go under that folder and no user is created.
install: $(VENV)/$(if $(POSTGRES),.postgres,.server)
	@case "$(DESTDIR)$(CURDIR)/" in /home/*|/root/*) echo "A service cannot read $(CURDIR). Clone it to /opt/overwinter."; exit 1;; esac
	$(if $(DESTDIR),,id -u overwinter >/dev/null 2>&1 || useradd --system --no-create-home overwinter)
	install -d -m 755 $(DESTDIR)/etc/systemd/system
	sed 's#/opt/overwinter/.venv#$(abspath $(VENV))#; s#/opt/overwinter#$(CURDIR)#' docs/deploy/overwinter.service \
		> $(DESTDIR)/etc/systemd/system/overwinter.service
	test -e $(DESTDIR)/etc/overwinter.token || install -m 600 /dev/null $(DESTDIR)/etc/overwinter.token
	@echo "Put the bot's token into $(DESTDIR)/etc/overwinter.token, then: systemctl daemon-reload && systemctl enable --now overwinter"

lock: $(BIN)/uv
	$(COMPILE) --output-file requirements-server.lock
	$(COMPILE) --extra postgres --output-file requirements-postgres.lock
	$(COMPILE) --extra local --output-file requirements-run.lock
	$(COMPILE) --all-extras --output-file requirements.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.run: requirements-run.lock | $(BIN)/python
	@echo "Installing the packages of the bot, once."
	$(INSTALL) -r requirements-run.lock
	@touch $@

$(VENV)/.server: requirements-server.lock | $(BIN)/python
	$(INSTALL) -r requirements-server.lock
	@touch $@

$(VENV)/.postgres: requirements-postgres.lock | $(BIN)/python
	$(INSTALL) -r requirements-postgres.lock
	@touch $@ $(VENV)/.server

$(VENV)/.test: requirements.lock | $(BIN)/python
	@echo "Installing the packages of the tests, once."
	$(INSTALL) -r requirements.lock
	@touch $@ $(VENV)/.run

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit("Overwinter needs Python 3.11 or newer; say make PYTHON=... with one." if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)

$(BIN)/uv: | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
