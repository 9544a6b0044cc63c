// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include <array>

namespace edgewright::cli {

#define EDGEWRIGHT_ENTRY(name)                                                                                 \
    namespace name {                                                                                           \
    extern const Command entry;                                                                                \
    }
#include "commands.def"
#undef EDGEWRIGHT_ENTRY

std::span<const Command* const> commands() {
    static const std::array all{
#define EDGEWRIGHT_ENTRY(name) &name::entry,
#include "commands.def"
#undef EDGEWRIGHT_ENTRY
    };
    return all;
}

} // namespace edgewright::cli
