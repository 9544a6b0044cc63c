// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/host.h"

#include "core/base/file_lock.h"
#include "core/base/home_folder.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/written_file.h"

#include <algorithm>
#include <set>

namespace edgewright::remote {

namespace fs = std::filesystem;

namespace {

constexpr const char* Format = "edgewright hosts";
constexpr std::int64_t Version = 1;
constexpr std::size_t MaxCharacters = 255;

bool isControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
bool isBlank(char c) { return c == ' ' || isControl(c); }

Result<void> checkedWord(const char* what, const std::string& word, bool isNeeded) {
    const auto fail = [&](const std::string& why) {
        return badInput(std::string(what) + " " + inQuotes(word) + why);
    };
    if (word.empty())
        return isNeeded ? Result<void>(badInput(std::string(what) + " is missing")) : Result<void>();
    if (word.size() > MaxCharacters)
        return fail(" is longer than " + std::to_string(MaxCharacters) + " characters");
    if (word.front() == '-') return fail(" begins with '-', which OpenSSH would take for an option");
    if (std::ranges::any_of(word, isBlank)) return fail(" holds blanks or control characters");
    return {};
}

} // namespace

std::string Host::text() const {
    std::string text = (user.empty() ? "" : user + "@") + address;
    if (port != 0) text += ":" + std::to_string(port);
    return jump.empty() ? text : text + ", through " + jump;
}

Result<void> checked(const Host& host) {
    if (host.name.empty() || std::ranges::all_of(host.name, isBlank)) return badInput("the host has no name");
    if (host.name.size() > MaxCharacters || std::ranges::any_of(host.name, isControl))
        return badInput("the name " + inQuotes(host.name) + " is not one line of at most " +
                        std::to_string(MaxCharacters) + " characters");
    if (host.name == ThisMachine) return badInput("'this machine' is always there: a host needs another name");
    RETURN_IF_ERROR(checkedWord("the address", host.address, true));
    RETURN_IF_ERROR(checkedWord("the user", host.user, false));
    RETURN_IF_ERROR(checkedWord("the jump host", host.jump, false));
    if (host.port < 0 || host.port > 65535)
        return badInput("the port is " + std::to_string(host.port) + " where 1 to 65535 is expected");
    if (std::ranges::any_of(host.identity, isControl))
        return badInput("the identity " + inQuotes(host.identity) + " holds control characters");
    if (!host.identity.empty() && host.identity.front() == '-')
        return badInput("the identity " + inQuotes(host.identity) + " begins with '-'");
    return {};
}

fs::path hostsFile() {
    const fs::path folder = userFolder("XDG_CONFIG_HOME", ".config");
    return folder.empty() ? folder : folder / "edgewright" / "hosts.json";
}

Result<std::vector<Host>> readHosts(const fs::path& file) {
    std::error_code problem;
    if (!fs::exists(file, problem)) return std::vector<Host>();
    std::vector<Host> hosts;
    std::set<std::string> names;
    RETURN_IF_ERROR(readJsonFile(file, {}, [&](const JsonValue& root) {
        if (!root.isFormat(Format)) return;
        root.only({"format", "version", "hosts"});
        std::int64_t version = 0;
        root.read("version", version, Version, Version);
        for (const JsonValue& each : root.list("hosts")) {
            each.only({"name", "address", "user", "port", "identity", "jump"});
            Host host;
            each.read("name", host.name);
            each.read("address", host.address);
            each.read("user", host.user);
            each.read("port", host.port, 0, 65535);
            each.read("identity", host.identity);
            each.read("jump", host.jump);
            if (const auto sound = checked(host); !sound) each.expected("a host: " + sound.error().message);
            if (!names.insert(host.name).second)
                each.expected("a host of another name: there are two " + inQuotes(host.name));
            hosts.push_back(std::move(host));
        }
    }));
    return hosts;
}

Result<void> writeHosts(const std::vector<Host>& hosts, const fs::path& file) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Host& host : hosts) {
        nlohmann::ordered_json each{{"name", host.name}, {"address", host.address}};
        if (!host.user.empty()) each["user"] = host.user;
        if (host.port != 0) each["port"] = host.port;
        if (!host.identity.empty()) each["identity"] = host.identity;
        if (!host.jump.empty()) each["jump"] = host.jump;
        list.push_back(std::move(each));
    }
    const nlohmann::ordered_json document{{"format", Format}, {"version", Version}, {"hosts", std::move(list)}};
    constexpr unsigned OfUserAlone = 0600;
    std::error_code failed; // the error of writing says it
    fs::create_directories(file.parent_path(), failed);
    return writeText(file,
                     document.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n',
                     OfUserAlone);
}

Result<std::vector<Host>> changeHosts(const fs::path& file,
                                      const std::function<Result<void>(std::vector<Host>&)>& change) {
    if (file.empty())
        return badInput("there is no place for the list of hosts: neither XDG_CONFIG_HOME nor HOME is set");
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    if (failed) return badInput(file.string() + ": cannot be written: " + failed.message());
    ASSIGN_OR_RETURN(const FileLock lock, FileLock::around(file));
    ASSIGN_OR_RETURN(std::vector<Host> hosts, readHosts(file));
    RETURN_IF_ERROR(change(hosts));
    RETURN_IF_ERROR(writeHosts(hosts, file));
    return hosts;
}

Result<Host> hostNamed(const std::vector<Host>& hosts, std::string_view name) {
    std::string names;
    for (const Host& host : hosts) {
        if (host.name == name) return host;
        names += ", " + inQuotes(host.name);
    }
    return badInput("there is no host " + inQuotes(name) + "; there " +
                    (hosts.empty() ? "is none but this machine" : "are this machine" + names));
}

} // namespace edgewright::remote
