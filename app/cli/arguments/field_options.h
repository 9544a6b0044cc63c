// SPDX-License-Identifier: GPL-3.0-or-later
// A table of fields as options: --sram-bandwidth N, --dataflow os|ws|is, --pack-groups and --no-pack-groups.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "core/base/field.h"

namespace edgewright::cli {

std::string optionOf(const FieldInfo& field); // "--sram-bandwidth"
// `usual` is told in the help; `given` is set where the option stands on the command line.
CLI::Option* declareField(CLI::App& verb, const FieldInfo& field, const FieldValue& usual,
                          std::optional<FieldValue>& given);
// One whose value stays text, for another program; empty: it is not on the command line, and `unless` is taken.
void declareText(CLI::App& verb, const FieldInfo& field, const std::string& unless, std::string& text);

template <typename S>
class FieldOptions {
public:
    explicit FieldOptions(std::span<const Field<S>> fields) : m_fields(fields), m_given(fields.size()) {}
    // The fields of `group`; empty: all.
    void declare(CLI::App& verb, std::string_view group = {}) {
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (group.empty() || m_fields[i].group == group)
                declareField(verb, m_fields[i], m_fields[i].get(S()), m_given[i]);
    }
    bool isGiven(std::string_view key) const {
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (m_fields[i].key == key) return m_given[i].has_value();
        return false;
    }
    // Fields on the command line that count in another mode alone.
    std::vector<const FieldInfo*> givenOutside(std::string_view mode) const {
        std::vector<const FieldInfo*> found;
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (m_given[i] && !m_fields[i].onlyIn.empty() && m_fields[i].onlyIn != mode)
                found.push_back(&m_fields[i]);
        return found;
    }
    void applyTo(S& into) const {
        for (std::size_t i = 0; i < m_fields.size(); ++i)
            if (m_given[i]) m_fields[i].set(into, *m_given[i]);
    }

private:
    std::span<const Field<S>> m_fields;
    std::vector<std::optional<FieldValue>> m_given; // by field
};

} // namespace edgewright::cli
