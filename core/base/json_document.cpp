// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_document.h"

#include "core/base/file_text.h"
#include "core/base/memory_budget.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <iterator>
#include <optional>

namespace edgewright {

namespace {

using Json = nlohmann::json;

// Tells how far the parser has come, which its events do not.
class Cursor {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Cursor(const char* at, const char*& reached) : m_at(at), m_reached(&reached) {}
    reference operator*() const { return *m_at; }
    Cursor& operator++() {
        *m_reached = ++m_at;
        return *this;
    }
    Cursor operator++(int) {
        const Cursor before = *this;
        ++*this;
        return before;
    }
    bool operator==(const Cursor& other) const { return m_at == other.m_at; }

private:
    const char* m_at;
    const char** m_reached;
};

// Builds the document from the parser's events; or, with a place to look for, finds its line and builds
// nothing.
class Builder final : public nlohmann::json_sax<Json> {
public:
    Builder(std::string_view text, const JsonLimits& limits, std::optional<std::string> wanted = {})
        : m_text(text), m_limits(limits), m_wanted(std::move(wanted)), m_reached(text.data()),
          m_budget(limits.memory) {}

    bool parse() {
        const char* const end = m_text.data() + m_text.size();
        return Json::sax_parse(Cursor(m_text.data(), m_reached), Cursor(end, m_reached), this,
                               Json::input_format_t::json, true, m_limits.allowsComments);
    }
    Json take() { return std::move(m_root); }
    const Error& error() const { return m_error; }
    bool isFound() const { return m_isFound; }
    std::string faultPlace() const { return m_hasPlace ? placeNow() : std::string(); }
    // That the parser has come to, counted from 1.
    std::size_t line() const {
        const char* end = m_reached;
        if (end != m_text.data() && end[-1] == '\n') --end; // read behind a number, which ends there
        return 1 + static_cast<std::size_t>(std::count(m_text.data(), end, '\n'));
    }

    bool null() override { return put(Json()); }
    bool boolean(bool value) override { return put(Json(value)); }
    bool number_integer(number_integer_t value) override { return put(Json(value)); }
    bool number_unsigned(number_unsigned_t value) override { return put(Json(value)); }
    bool number_float(number_float_t value, const string_t&) override { return put(Json(value)); }
    bool string(string_t& value) override {
        m_budget.add(static_cast<std::int64_t>(value.size()));
        return put(Json(std::move(value)));
    }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::value_t::object); }
    bool start_array(std::size_t) override { return open(Json::value_t::array); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& key) override {
        if (m_textDepth > 0) return true;
        Level& level = m_levels.back();
        level.key = std::move(key);
        if (m_wanted) return true;
        m_budget.add(static_cast<std::int64_t>(level.key.size()) + MemberBytes);
        const auto [member, isNew] = level.value->get_ptr<Json::object_t*>()->emplace(level.key, nullptr);
        m_slot = &member->second;
        return isNew || fail(badInput(say("this key is there twice")));
    }
    // `characters`: that were read, the end of the text among them.
    bool parse_error(std::size_t characters, const std::string&,
                     const nlohmann::detail::exception& error) override {
        constexpr int Overflow = 406;
        if (error.id != Overflow) {
            m_error = badInput(characters > m_text.size()
                                   ? say("is no JSON document: it ends here, before it is complete")
                                   : say("is no JSON document: this does not belong here"));
            return false;
        }
        begin();
        return fail(badInput(say("expected a finite number, or one that a computer can hold")));
    }

private:
    // Rough sizes, with what the allocator and vectors that grow add.
    static constexpr std::int64_t ValueBytes = 40, ContainerBytes = 48, MemberBytes = 96;

    struct Level {
        bool isArray = false;
        Json* value = nullptr;  // null: nothing is built
        std::string key = {};   // of an object: the member that is being read
        std::size_t values = 0; // of an array: those that have begun
    };

    bool fail(Error error) {
        m_error = std::move(error);
        m_hasPlace = true;
        return false;
    }
    std::string placeNow() const {
        std::string place;
        for (const Level& level : m_levels)
            place = level.isArray ? placeOfItem(place, level.values - 1) : placeOfKey(place, level.key);
        return place;
    }
    bool begin() {
        if (!m_levels.empty()) ++m_levels.back().values;
        m_isFound = m_wanted && placeNow() == *m_wanted;
        return !m_isFound;
    }
    Json* insert(Json value) {
        if (m_wanted) return nullptr;
        if (m_levels.empty()) return &(m_root = std::move(value));
        if (!m_levels.back().isArray) return &(*m_slot = std::move(value));
        auto& list = *m_levels.back().value->get_ptr<Json::array_t*>();
        return &list.emplace_back(std::move(value));
    }
    bool fits() { return !m_budget.exceeded() || fail(m_budget.refusal(say("what it holds"))); }
    bool isText() const {
        return m_levels.size() == 1 && !m_limits.asText.empty() && m_levels.front().key == m_limits.asText;
    }

    bool put(Json value) {
        if (m_textDepth > 0) return true;
        if (!begin()) return false;
        m_budget.add(ValueBytes);
        insert(isText() ? Json(value.dump()) : std::move(value));
        return fits();
    }
    bool open(Json::value_t kind) {
        if (m_levels.size() + m_textDepth >= JsonLimits::MaxDepth) {
            if (m_textDepth == 0) begin();
            return fail(badInput(say("is nested more than {1} deep", JsonLimits::MaxDepth)));
        }
        if (m_textDepth > 0) return ++m_textDepth, true;
        if (!begin()) return false;
        if (isText()) {
            m_textBegin = m_reached - 1;
            m_textDepth = 1;
            return true;
        }
        m_budget.add(ValueBytes + ContainerBytes);
        Json* const value = insert(Json(kind));
        m_levels.push_back({kind == Json::value_t::array, value});
        return fits();
    }
    bool close() {
        if (m_textDepth == 0) {
            m_levels.pop_back();
            return true;
        }
        if (--m_textDepth > 0) return true;
        m_budget.add(m_reached - m_textBegin);
        insert(Json(std::string(m_textBegin, m_reached)));
        return fits();
    }

    std::string_view m_text;
    const JsonLimits& m_limits;
    std::optional<std::string> m_wanted;
    const char* m_reached;
    MemoryBudget m_budget;
    Json m_root;
    Json* m_slot = nullptr; // of the member that is being read
    std::vector<Level> m_levels;
    std::size_t m_textDepth = 0; // within the value that is handed on as a text
    const char* m_textBegin = nullptr;
    bool m_isFound = false, m_hasPlace = false;
    Error m_error;
};

// `line` of the text, counted from 1; 0: of the text as a whole.
Error at(const std::string& name, const JsonLimits& limits, std::size_t line, const std::string& place,
         Error error) {
    if (limits.firstLine > 0) line = limits.firstLine + (line > 0 ? line - 1 : 0);
    const std::string where = line == 0 ? name : say("{1}, line {2}", name, line);
    return std::move(error).within(place.empty() ? where : where + ": " + place);
}

std::size_t lineOf(std::string_view text, const JsonLimits& limits, const std::string& place) {
    if (place.empty()) return 0;
    Builder search(text, limits, place);
    search.parse();
    return search.isFound() ? search.line() : 0;
}

} // namespace

Result<std::vector<UnknownKey>> readJson(std::string_view text, const std::string& name,
                                         const JsonLimits& limits, const JsonReading& read) {
    if (std::cmp_greater(text.size(), limits.bytes))
        return badInput(say("{1}: is longer than the {2} bytes that are read at most", name, limits.bytes));
    Builder builder(text, limits);
    if (!builder.parse()) return at(name, limits, builder.line(), builder.faultPlace(), builder.error());
    const Json document = builder.take();
    JsonFindings findings;
    try {
        read(JsonValue(document, "", findings));
    } catch (const Json::exception& error) {
        return badInput(name + ": " + error.what());
    }
    if (!findings.fault.empty())
        return at(name, limits, lineOf(text, limits, findings.faultPlace), "", badInput(findings.fault));
    if (!limits.refusesUnknownKeys || findings.unknown.empty()) return std::move(findings.unknown);
    const UnknownKey& first = findings.unknown.front();
    return at(name, limits, lineOf(text, limits, first.place), "",
              badInput(say("no key is called {1}", inQuotes(first.place)) + first.suggestion()));
}

Result<std::vector<UnknownKey>> readJsonFile(const std::filesystem::path& file, const JsonLimits& limits,
                                             const JsonReading& read) {
    ASSIGN_OR_RETURN(const std::string text, textOfFile(file, limits.bytes));
    return readJson(text, file.string(), limits, read);
}

} // namespace edgewright
