// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/host.h"

#include "core/base/file_lock.h"
#include "core/base/file_text.h"
#include "core/base/home_folder.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
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

// `what`: "the address"
Result<void> checkedWord(const std::string& what, const std::string& word) {
    if (word.empty()) return {};
    if (word.size() > MaxCharacters)
        return badInput(say("{1} {2} is longer than {3} characters", what, inQuotes(word), MaxCharacters));
    if (word.front() == '-')
        return badInput(
            say("{1} {2} begins with '-', which OpenSSH would take for an option", what, inQuotes(word)));
    if (std::ranges::any_of(word, isBlank))
        return badInput(say("{1} {2} holds blanks or control characters", what, inQuotes(word)));
    return {};
}

} // namespace

std::string Host::text() const {
    std::string text = (user.empty() ? "" : user + "@") + address;
    if (port != 0) text += ":" + std::to_string(port);
    return jump.empty() ? text : say("{1}, through {2}", text, jump);
}

Result<void> checked(const Host& host) {
    if (host.name.empty() || std::ranges::all_of(host.name, isBlank))
        return badInput(say("the host has no name"));
    if (host.name.size() > MaxCharacters || std::ranges::any_of(host.name, isControl))
        return badInput(
            say("the name {1} is not one line of at most {2} characters", inQuotes(host.name), MaxCharacters));
    if (host.name == ThisMachine)
        return badInput(say("'this machine' is always there: a host needs another name"));
    if (host.address.empty()) return badInput(say("the address is missing"));
    RETURN_IF_ERROR(checkedWord(say("the address"), host.address));
    RETURN_IF_ERROR(checkedWord(say("the user"), host.user));
    RETURN_IF_ERROR(checkedWord(say("the jump host"), host.jump));
    if (host.port < 0 || host.port > 65535)
        return badInput(say("the port is {1} where 1 to 65535 is expected", host.port));
    if (std::ranges::any_of(host.identity, isControl))
        return badInput(say("the identity {1} holds control characters", inQuotes(host.identity)));
    if (!host.identity.empty() && host.identity.front() == '-')
        return badInput(say("the identity {1} begins with '-'", inQuotes(host.identity)));
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
            if (const auto sound = checked(host); !sound)
                each.expected(say("a host: {1}", sound.error().message));
            if (!names.insert(host.name).second)
                each.expected(say("a host of another name: there are two {1}", inQuotes(host.name)));
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
        return badInput(
            say("there is no place for the list of hosts: neither XDG_CONFIG_HOME nor HOME is set"));
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    if (failed) return badInput(say("{1}: cannot be written: {2}", file.string(), systemText(failed.value())));
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
    if (hosts.empty())
        return badInput(say("there is no host {1}; there is none but this machine", inQuotes(name)));
    return badInput(say("there is no host {1}; there are this machine{2}", inQuotes(name), names));
}

} // namespace edgewright::remote
