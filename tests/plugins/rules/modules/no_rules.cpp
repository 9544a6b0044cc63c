// SPDX-License-Identifier: GPL-3.0-or-later
// A module, but none with rules.
extern "C" __attribute__((visibility("default"))) int edgewright_nothing() { return 0; }
