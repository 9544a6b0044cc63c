// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/scheme_arguments.h"

#include "app/cli/arguments/checks.h"
#include "app/cli/json.h"
#include "core/base/field_json.h"
#include "core/base/say.h"
#include "core/quant/layer/study_fields.h"

#include <CLI/CLI.hpp>

namespace edgewright::cli {

void SchemeArguments::declare(CLI::App& verb) {
    oneOf(verb.add_option("--weights", m_weights, say("Scales of the weights, which are symmetric"))
              ->capture_default_str(),
          keysOf({quant::Granularities.begin(), quant::Granularities.end()}));
    oneOf(verb.add_option("--weight-codes", m_weightCodes, say("Type of the weights"))->capture_default_str(),
          {"int4", "int8", "int16"});
    oneOf(verb.add_option("--activations", m_activations, say("Where their zero point lies"))
              ->capture_default_str(),
          {"asymmetric", "symmetric"});
    oneOf(verb.add_option("--codes", m_codes, say("Type of the activations"))->capture_default_str(),
          {"uint8", "int8", "int16"});
    oneOf(
        verb.add_option("--limits", m_limits,
                        say("Codes that are used: usual, those of ONNX Runtime; restricted, without the lowest "
                            "one; reduced, a bit less, for AVX2 without VNNI"))
            ->capture_default_str(),
        {"usual", "full", "restricted", "reduced"});
    verb.add_flag("--power-of-two", m_powerOfTwo, say("Scales that are powers of two"));
    oneOf(verb.add_option("--rounding", m_rounding,
                          say("half-even as in ONNX, half-away as in gemmlowp, half-up as in XNNPACK"))
              ->capture_default_str(),
          keysOf({quant::Roundings.begin(), quant::Roundings.end()}));
}

quant::Granularity SchemeArguments::weights() const {
    return *enumeratorOf<quant::Granularity>(quant::Granularities, m_weights);
}

quant::Scheme SchemeArguments::scheme(const std::string& type, bool symmetric) const {
    quant::Scheme scheme;
    scheme.type = *enumeratorOf<quant::CodeType>(quant::CodeTypes, type);
    scheme.symmetric = symmetric;
    scheme.limits = m_limits == "usual" ? quant::usualLimits(scheme.type, symmetric)
                                        : *enumeratorOf<quant::Limits>(quant::CodeLimits, m_limits);
    scheme.powerOfTwo = m_powerOfTwo;
    return scheme;
}

Json SchemeArguments::json() const {
    quant::StudyOptions options;
    apply(options);
    Json json;
    writeFields(json, quant::codeFields(), options);
    writeFields(json["weight_scheme"], quant::schemeFields(), options.weightScheme);
    writeFields(json["activation_scheme"], quant::schemeFields(), options.activationScheme);
    return json;
}

quant::Rounding SchemeArguments::rounding() const {
    return *enumeratorOf<quant::Rounding>(quant::Roundings, m_rounding);
}

} // namespace edgewright::cli
