// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/socket_folder.h"

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <stdlib.h>

namespace edgewright::remote {

Result<std::filesystem::path> socketFolder() {
    std::vector<std::string> places{"/tmp"};
    if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime && std::string_view(runtime).size() < 60)
        places.insert(places.begin(), runtime);
    for (const std::string& place : places) {
        std::string name = place + "/ewXXXXXX";
        if (::mkdtemp(name.data())) return std::filesystem::path(name);
    }
    return badInput("there is no folder for sockets: neither XDG_RUNTIME_DIR nor /tmp can be written");
}

} // namespace edgewright::remote
