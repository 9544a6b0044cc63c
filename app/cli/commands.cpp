// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"

#include "commands.def"
#include "core/base/catalogue.h"

namespace edgewright::cli {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_COMMANDS, commands, Command, )

} // namespace edgewright::cli
