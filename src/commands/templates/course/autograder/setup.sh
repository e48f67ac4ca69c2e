#!/usr/bin/env bash
# Prepares the machine that grades. The grader needs nothing; the submitted perceptron needs Python.
set -e
command -v python3 >/dev/null || { apt-get update -qq && apt-get install -qq -y --no-install-recommends python3; }
