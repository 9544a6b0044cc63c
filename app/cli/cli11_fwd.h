// SPDX-License-Identifier: GPL-3.0-or-later
// CLI11's types, for headers that only name them.
#pragma once

namespace CLI {
class App;
class Option;
} // namespace CLI
