// SPDX-License-Identifier: GPL-3.0-or-later
// Machines that the user has added, and the file that keeps them.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::remote {

// The address for OpenSSH: what is empty, or 0, is as the user's OpenSSH configuration says.
struct Host {
    std::string name;    // the user's own for it: no two have one name
    std::string address; // a host's name, or an alias of that configuration
    std::string user = {};
    int port = 0;
    std::string identity = {}; // a file with a private key
    std::string jump = {};     // "user@host:port", which the connection goes through

    std::string text() const; // "pi@192.168.0.7:2222, through gate"
    friend bool operator==(const Host&, const Host&) = default;
};

// The name that stands for the machine that this program runs on.
inline constexpr std::string_view ThisMachine = "this machine";

// BadInput, naming the field: names are of one line and not empty, what OpenSSH gets never begins with '-',
// addresses, users and jumps hold no blanks, ports are from 1 to 65535.
Result<void> checked(const Host& host);

// <XDG_CONFIG_HOME or ~/.config>/edgewright/hosts.json
std::filesystem::path hostsFile();

// A file that is not there holds none.
Result<std::vector<Host>> readHosts(const std::filesystem::path& file);
// Readable by the user alone; replaced as a whole. By who has the list for himself: changeHosts().
Result<void> writeHosts(const std::vector<Host>& hosts, const std::filesystem::path& file);
// The list as it is now, changed and written while no other process does; nothing is written after an error.
Result<std::vector<Host>> changeHosts(const std::filesystem::path& file,
                                      const std::function<Result<void>(std::vector<Host>&)>& change);

// BadInput, with the names that there are.
Result<Host> hostNamed(const std::vector<Host>& hosts, std::string_view name);

} // namespace edgewright::remote
