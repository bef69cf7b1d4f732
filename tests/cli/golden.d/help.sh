# SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
# shellcheck shell=bash
golden help-ece-apply ece-apply --help
golden help-ece-show ece-show --help
golden help-ece-counters ece-counters --help
golden help-ece-qp ece-qp --help
golden help-ece-connect ece-connect --help
golden help-ece-decode ece-decode --help
golden help-ece-set ece-set --help
golden help-ece-agent ece-agent --help
golden help-ece-guard ece-guard --help
golden help-ece-facts ece-facts --help
golden help-ece-exporter ece-exporter --help
golden help-ece-sim ece-sim --help
golden help-ece-sim-fleet ece-sim fleet --help
golden help-ece-sim-pci ece-sim pci --help
golden help-ece-trace ece-trace --help
golden version ece-apply --version
