#!/usr/bin/env bash
# Prepares the machine that grades. The grader needs nothing; the submitted perceptron needs Python, and may use numpy.
set -e
python3 -c 'import numpy' 2>/dev/null || { apt-get update -qq && apt-get install -qq -y --no-install-recommends python3 python3-numpy; }
