// SPDX-License-Identifier: GPL-3.0-or-later
// The coding of weights and activations: options of the verbs that quantize. The words are those of a study.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "app/cli/console.h"
#include "core/quant/arithmetic/rounding.h"
#include "core/quant/scheme.h"

#include <string>

namespace edgewright::cli {

class SchemeArguments {
public:
    void declare(CLI::App& verb);
    // Sets quant::QdqOptions or quant::StudyOptions.
    template <typename Options>
    void apply(Options& options) const {
        options.weights = weights();
        options.weightScheme = scheme(m_weightCodes, true);
        options.activationScheme = scheme(m_codes, m_activations == "symmetric");
        options.rounding = rounding();
    }

    Json json() const; // by the keys of a study

private:
    quant::Granularity weights() const;
    quant::Scheme scheme(const std::string& type, bool symmetric) const;
    quant::Rounding rounding() const;

    std::string m_weights = "per-channel", m_weightCodes = "int8";
    std::string m_activations = "asymmetric", m_codes = "uint8";
    std::string m_limits = "usual", m_rounding = "half-even";
    bool m_powerOfTwo = false;
};

} // namespace edgewright::cli
