// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/runtimes/adapter.h"

#include <algorithm>

namespace edgewright::runtimes {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t MaxList = 100; // of every list of an adapter

bool consistsOf(const std::string& text, std::string_view others, std::size_t most) {
    return !text.empty() && text.size() <= most && std::ranges::all_of(text, [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || others.find(c) != std::string_view::npos;
    });
}

class AdapterReader {
public:
    explicit AdapterReader(Adapter& adapter) : m_adapter(adapter) {}

    void read(const JsonValue& root) {
        root.only({"name", "title", "programs", "folders", "script", "version", "models", "values", "arguments",
                   "output"});
        root.read("name", m_adapter.name);
        if (!consistsOf(m_adapter.name, "-_.", 40))
            root.expected(say("a \"name\" of a-z, 0-9, '-', '_' and '.'"));
        root.read("title", m_adapter.title);
        if (m_adapter.title.empty() || m_adapter.title.size() > 100) root.expected(say("a \"title\""));
        readPrograms(root);
        m_adapter.folders = texts(root, "folders");
        root.read("script", m_adapter.script);
        if (m_adapter.script.find('/') != std::string::npos || m_adapter.script.starts_with('.'))
            root.expected(say("a \"script\" that lies beside this file"));
        readVersion(root);
        m_adapter.models = texts(root, "models");
        for (const std::string& each : m_adapter.models)
            if (!each.starts_with('.') || !consistsOf(each, "._-", 20))
                root.expected(say("\"models\": endings such as \".onnx\""));
        if (m_adapter.models.empty()) root.expected(say("\"models\", the endings of files that it runs"));
        readValues(root);
        for (const JsonValue& each : items(root, "arguments"))
            readArgument(each);
        readOutput(root);
    }

private:
    std::vector<JsonValue> items(const JsonValue& from, const char* key) {
        std::vector<JsonValue> list = from.list(key);
        if (list.size() > MaxList) from.expected(say("at most {1} of \"{2}\"", MaxList, key));
        return list;
    }
    std::string text(const JsonValue& value) {
        if (value.raw().is_string() &&
            value.raw().get_ref<const std::string&>().find('\0') == std::string::npos)
            return value.raw().get<std::string>();
        value.expected(say("a text"));
        return {};
    }
    std::vector<std::string> texts(const JsonValue& from, const char* key) {
        std::vector<std::string> result;
        for (const JsonValue& each : items(from, key))
            result.push_back(text(each));
        return result;
    }

    void readPrograms(const JsonValue& root) {
        for (const JsonValue& each : items(root, "programs")) {
            std::vector<std::string> words;
            if (each.raw().is_string())
                words.push_back(text(each));
            else
                for (const JsonValue& word : each.items())
                    words.push_back(text(word));
            if (words.empty() || words.front().empty() || words.front().starts_with('-'))
                each.expected(say("a program, or a list of a program and its first arguments"));
            m_adapter.programs.push_back(std::move(words));
        }
        if (m_adapter.programs.empty()) root.expected(say("\"programs\" to look for"));
    }
    void readVersion(const JsonValue& root) {
        const auto version = root.object("version");
        if (!version) return;
        version->only({"arguments", "pattern", "proves"});
        m_adapter.versionArguments = texts(*version, "arguments");
        for (const std::string& each : m_adapter.versionArguments)
            checkPlaceholders(*version, each, {std::string(ScriptPlaceholder)});
        version->read("proves", m_adapter.versionProves);
        m_adapter.version = pattern(*version, "pattern", {"version"}, {"version"});
    }
    void readValues(const JsonValue& root) {
        const auto values = root.object("values");
        if (!values) return;
        if (values->raw().size() > MaxList) values->expected(say("at most {1} values", MaxList));
        for (const auto& [name, value] : values->raw().items()) {
            if (!consistsOf(name, "_", 40) || name == ModelPlaceholder || name == ScriptPlaceholder)
                values->expected(say("names of a-z, 0-9 and '_', none of them \"model\" or \"script\""));
            if (!value.is_string()) values->expected(say("a text for each name"));
            if (value.is_string()) m_adapter.values[name] = value.get<std::string>();
        }
    }
    void readArgument(const JsonValue& value) {
        std::vector<std::string> known{std::string(ModelPlaceholder), std::string(ScriptPlaceholder)};
        for (const auto& [name, unlessTold] : m_adapter.values)
            known.push_back(name);
        Argument argument;
        if (value.raw().is_string()) {
            argument.text = text(value);
            checkPlaceholders(value, argument.text, known);
        } else {
            value.only({"if", "then", "else"});
            value.read("if", argument.condition);
            const bool isEnding =
                std::ranges::find(m_adapter.models, argument.condition) != m_adapter.models.end();
            if (!isEnding && !m_adapter.values.contains(argument.condition))
                value.expected(say("\"if\": one of its \"values\" or \"models\""));
            argument.then = texts(value, "then");
            argument.otherwise = texts(value, "else");
            for (const auto* list : {&argument.then, &argument.otherwise})
                for (const std::string& each : *list)
                    checkPlaceholders(value, each, known);
        }
        m_adapter.arguments.push_back(std::move(argument));
    }
    static void checkPlaceholders(const JsonValue& place, const std::string& text,
                                  const std::vector<std::string>& known) {
        const auto placed = withPlaceholders(text, [&](const std::string& name) -> Result<std::string> {
            if (std::ranges::find(known, name) != known.end()) return std::string();
            return badInput(say("placeholders that are known, not {1}", "{" + name + "}"));
        });
        if (!placed) place.expected(placed.error().message);
    }

    // Groups of `allowed` alone, with all of `required`.
    std::optional<LinePattern> pattern(const JsonValue& from, const char* key,
                                       const std::vector<std::string_view>& allowed,
                                       const std::vector<std::string_view>& required) {
        std::string text;
        from.read(key, text);
        if (text.empty()) return std::nullopt;
        auto made = LinePattern::of(text);
        if (!made) {
            from.expected(say("\"{1}\": {2}", key, made.error().message));
            return std::nullopt;
        }
        const std::vector<std::string> groups = made->groups();
        for (const std::string& each : groups)
            if (std::ranges::find(allowed, each) == allowed.end())
                from.expected(say("groups of the pattern that are known, not {1}", inQuotes(each)));
        for (const std::string_view each : required)
            if (std::ranges::find(groups, each) == groups.end())
                from.expected(say("a group (?P<{1}>...) in the pattern", each));
        return *std::move(made);
    }
    std::vector<Rule> rules(const JsonValue& output, const char* key,
                            const std::vector<std::string_view>& allowed,
                            const std::vector<std::string_view>& required) {
        static const std::vector<std::string_view> Units{"s", "ms", "us", "ns"};
        static constexpr double Seconds[] = {1, 1e-3, 1e-6, 1e-9};
        std::vector<Rule> made;
        for (const JsonValue& each : items(output, key)) {
            each.only({"pattern", "unit", "after", "until", "restart"});
            auto lines = pattern(each, "pattern", allowed, required);
            if (!lines) {
                each.expected(say("a \"pattern\""));
                continue;
            }
            Rule rule{*std::move(lines)};
            if (const auto unit = each.word("unit", Units)) rule.unit = Seconds[*unit];
            rule.after = pattern(each, "after", {}, {});
            rule.until = pattern(each, "until", {}, {});
            rule.restart = pattern(each, "restart", {}, {});
            made.push_back(std::move(rule));
        }
        return made;
    }
    void readOutput(const JsonValue& root) {
        const auto output = root.object("output");
        if (!output) return root.expected(say("\"output\", how to read what it writes"));
        output->only({"statistics", "samples", "operators", "notes", "errors"});
        const auto names = statisticNames();
        m_adapter.statistics = rules(*output, "statistics", {names.begin(), names.end()}, {});
        m_adapter.samples = rules(*output, "samples", {"time"}, {"time"});
        m_adapter.operators =
            rules(*output, "operators", {"name", "type", "time", "share", "calls"}, {"name", "time"});
        m_adapter.notes = rules(*output, "notes", {"message"}, {"message"});
        m_adapter.errors = rules(*output, "errors", {"message"}, {"message"});
        if (m_adapter.statistics.empty() && m_adapter.samples.empty())
            output->expected(say("\"statistics\" or \"samples\""));
    }

    Adapter& m_adapter;
};

} // namespace

Result<Adapter> adapterOf(const std::string& text, const fs::path& file) {
    Adapter adapter;
    adapter.file = file;
    RETURN_IF_ERROR(readJson(text, file.string(), {.allowsComments = true},
                             [&](const JsonValue& root) { AdapterReader(adapter).read(root); }));
    return adapter;
}

Result<Adapter> readAdapter(const fs::path& file) {
    ASSIGN_OR_RETURN(const std::string text, textOfFile(file, JsonLimits().bytes));
    return adapterOf(text, file);
}

} // namespace edgewright::runtimes
