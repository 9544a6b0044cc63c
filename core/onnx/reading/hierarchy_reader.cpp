// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/hierarchy_reader.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/onnx/kept_fields.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace edgewright::onnx {

namespace {

constexpr std::size_t MaxReadLevels = 256; // of an entry; more are not even looked at

using Texts = std::vector<std::string>;

// An exporter's pair of entries.
struct ScopeKeys {
    std::string_view names, types;
    bool endsWithNode; // the last one is the operation itself
    bool absolute;     // each name begins with that of the module around it
};
constexpr ScopeKeys KnownKeys[] = {
    {"pkg.torch.onnx.name_scopes", "pkg.torch.onnx.class_hierarchy", true, true},
    {"pkg.onnxscript.name_scopes", "pkg.onnxscript.class_hierarchy", false, false},
};
constexpr std::string_view Namespace = "namespace";
// PyTorch's word for an operation that it made up itself.
constexpr std::string_view NoModule = "_empty_nn_module_stack_from_metadata_hook";

// Around one node, the model itself included: its name is empty.
struct Scopes {
    Texts names, types; // types: as many, or none
    bool absolute = false;
};

// A list of strings as Python prints it: ['', 'a', "it's"].
std::optional<Texts> pythonList(std::string_view text) {
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
    text = text.substr(1, text.size() - 2);
    Texts list;
    std::size_t at = 0;
    const auto skipSpaces = [&] { at = std::min(text.find_first_not_of(' ', at), text.size()); };
    for (skipSpaces(); at < text.size(); skipSpaces()) {
        if (!list.empty()) {
            if (text[at++] != ',') return std::nullopt;
            skipSpaces();
            if (at == text.size()) break;
        }
        const char quote = text[at++];
        if (quote != '\'' && quote != '"') return std::nullopt;
        std::string item;
        while (at < text.size() && text[at] != quote) {
            if (text[at] == '\\' && at + 1 < text.size()) ++at;
            item += text[at++];
        }
        if (at == text.size()) return std::nullopt;
        ++at;
        if (list.size() < MaxReadLevels) list.push_back(std::move(item));
    }
    return list;
}

// "a: Class/b: Class"; a class may be missing.
Scopes namespaceScopes(std::string_view text) {
    Scopes scopes;
    for (std::size_t at = 0; at <= text.size() && scopes.names.size() < MaxReadLevels;) {
        const std::size_t end = std::min(text.find('/', at), text.size());
        const std::string_view part = text.substr(at, end - at);
        const std::size_t colon = part.find(": ");
        scopes.names.emplace_back(part.substr(0, colon));
        scopes.types.emplace_back(colon == std::string_view::npos ? std::string_view()
                                                                  : part.substr(colon + 2));
        at = end + 1;
    }
    // An operation of PyTorch is no module.
    if (const std::string& last = scopes.types.back(); last.starts_with("aten.") || last.starts_with('<')) {
        scopes.names.pop_back();
        scopes.types.pop_back();
    }
    return scopes;
}

// The text that namespaceScopes reads.
std::string inNamespace(const Scopes& scopes) {
    std::string text;
    for (std::size_t i = 0; i < scopes.names.size() && i < scopes.types.size(); ++i)
        text += (i == 0 ? "" : "/") + scopes.names[i] + ": " + scopes.types[i];
    return text;
}

std::string cutTo(std::string text, std::size_t bytes) {
    if (text.size() <= bytes) return text;
    while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xc0) == 0x80)
        --bytes; // not within a code point
    text.resize(bytes);
    return text;
}

using enum HierarchyFault;
using Faults = std::map<HierarchyFault, std::string>;         // of one node: the first of each kind
using Told = std::map<std::string, std::string, std::less<>>; // the first value of each key that matters

Told toldBy(const pb::NodeProto& proto, Faults& faults) {
    Told told;
    for (const std::string_view bytes : youngFields(proto, NodeMetadata)) {
        pb::StringStringEntryProto entry;
        if (!entry.ParsePartialFromArray(bytes.data(), static_cast<int>(bytes.size()))) continue;
        const bool matters = entry.key() == Namespace || entry.key().ends_with(".name_scopes") ||
                             entry.key().ends_with(".class_hierarchy");
        if (!matters) continue;
        if (const auto [it, isNew] = told.emplace(entry.key(), entry.value());
            !isNew && it->second != entry.value())
            faults.emplace(
                TwoModules,
                say("is in two modules by its metadata, which have two entries {1}; the first one counts",
                    inQuotes(entry.key())));
    }
    return told;
}

std::string pathText(const Scopes& scopes) {
    std::string text;
    for (const std::string& name : scopes.names)
        if (!name.empty()) text = scopes.absolute || text.empty() ? name : text + '.' + name;
    return text;
}

// One goes on where the other ends.
bool agree(const Texts& a, const Texts& b) {
    return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                      b.begin());
}

std::optional<Scopes> scopesOf(const Told& told, Faults& faults) {
    std::optional<Scopes> found;
    std::string_view unreadable;
    const auto offer = [&](Scopes scopes) {
        if (!found)
            found = std::move(scopes);
        else if (!agree(found->names, scopes.names))
            faults.emplace(TwoModules,
                           say("is in two modules by its metadata, {1} and {2}; the first one counts",
                               inQuotes(pathText(*found)), inQuotes(pathText(scopes))));
    };
    std::string sameAsNamespace;
    for (const ScopeKeys& keys : KnownKeys) {
        const auto names = told.find(keys.names), types = told.find(keys.types);
        if (names == told.end()) continue;
        auto list = pythonList(names->second);
        if (!list) {
            unreadable = keys.names;
            continue;
        }
        Scopes scopes{std::move(*list), {}, keys.absolute};
        if (auto classes = types == told.end() ? std::nullopt : pythonList(types->second);
            classes && classes->size() == scopes.names.size())
            scopes.types = std::move(*classes);
        if (sameAsNamespace.empty()) sameAsNamespace = inNamespace(scopes);
        if (keys.endsWithNode && !scopes.names.empty()) {
            scopes.names.pop_back();
            if (!scopes.types.empty()) scopes.types.pop_back();
        }
        offer(std::move(scopes));
    }
    if (const auto it = told.find(Namespace);
        it != told.end() && !it->second.empty() && it->second != sameAsNamespace)
        offer(namespaceScopes(it->second));
    if (!found && !unreadable.empty())
        faults.emplace(Unreadable,
                       say("has the metadata {1}, which are no list of names; it goes with its neighbours",
                           inQuotes(unreadable)));
    return found;
}

ir::Hierarchy levelsOf(const Scopes& scopes, Faults& faults) {
    constexpr std::size_t MaxLevels = HierarchyReader::MaxLevels, MaxNameBytes = HierarchyReader::MaxNameBytes;
    ir::Hierarchy levels;
    std::string_view above;
    for (std::size_t i = 0; i < scopes.names.size(); ++i) {
        const std::string& full = scopes.names[i];
        if (full.empty()) {
            if (i > 0)
                faults.emplace(Empty,
                               say("names a module without a name in its metadata; that level is left out"));
            continue;
        }
        const auto before = std::span(scopes.names).first(i);
        if (scopes.absolute && std::ranges::find(before, full) != before.end()) {
            faults.emplace(Repeated, say("lies by its metadata in a module that is within itself, {1}; what "
                                         "follows in there is left out",
                                         inQuotes(full)));
            break;
        }
        if (levels.size() == MaxLevels) {
            faults.emplace(
                Deep, say("names more than {1} modules around it in its metadata; the inner ones are left out",
                          MaxLevels));
            break;
        }
        const bool within = !above.empty() && full.size() > above.size() + 1 && full.starts_with(above) &&
                            full[above.size()] == '.';
        std::string name = within ? full.substr(above.size() + 1) : full;
        above = full;
        if (name.size() > MaxNameBytes)
            faults.emplace(Long,
                           say("names a module by {1} bytes in its metadata; of such names the first {2} count",
                               name.size(), MaxNameBytes));
        std::string type = scopes.types.empty() ? std::string() : scopes.types[i];
        type = type.substr(type.rfind('.') + 1); // npos + 1 is 0
        levels.push_back({cutTo(std::move(name), MaxNameBytes), cutTo(std::move(type), MaxNameBytes)});
    }
    return levels;
}

} // namespace

ir::HierarchyPtr HierarchyReader::read(const pb::NodeProto& proto, NodeId node, const std::string& label,
                                       MemoryBudget& memory) {
    Faults faults;
    const Told told = toldBy(proto, faults);
    if (told.empty()) return nullptr;
    const std::optional<Scopes> scopes = scopesOf(told, faults);
    const bool says = scopes && !scopes->names.empty() && scopes->names.front() != NoModule;
    ir::HierarchyPtr hierarchy = says ? shared(levelsOf(*scopes, faults), memory) : nullptr;
    for (auto& [kind, sentence] : faults) {
        Seen& seen = m_seen[kind];
        if (seen.nodes++ > 0) continue;
        seen.node = node;
        seen.sentence = sayIn("finding", "{1} {2}", say("node {1}", inQuotes(label)), sentence);
    }
    return hierarchy;
}

ir::HierarchyPtr HierarchyReader::shared(ir::Hierarchy levels, MemoryBudget& memory) {
    std::string key;
    for (const ir::HierarchyLevel& level : levels)
        ((key += level.name) += '\0') += level.type + '\0';
    ir::HierarchyPtr& known = m_known[key];
    if (!known) {
        memory.add(static_cast<std::int64_t>(2 * key.size() + levels.size() * sizeof(ir::HierarchyLevel) +
                                             sizeof(ir::Hierarchy) + 2 * sizeof(key)));
        known = std::make_shared<const ir::Hierarchy>(std::move(levels));
    }
    return known;
}

Diagnostics HierarchyReader::findings() const {
    Diagnostics found;
    for (const auto& [kind, seen] : m_seen) {
        const std::string sentence = seen.nodes == 1
                                         ? seen.sentence
                                         : sayCount(seen.nodes - 1, "{2}, and so it is with one more node",
                                                    "{2}, and so it is with {1} more nodes", seen.sentence);
        found.push_back({Severity::Warning, "module-metadata", sentence, seen.node, {}, say("metadata")});
    }
    if (m_known.size() > ManyModules)
        found.push_back({Severity::Note,
                         "many-modules",
                         say("the metadata of its nodes name {1} modules; where one holds many, drawings show "
                             "those in groups",
                             m_known.size()),
                         {},
                         {},
                         say("model")});
    return found;
}

} // namespace edgewright::onnx
