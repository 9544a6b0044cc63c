// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/setting_differences.h"

#include "core/cost/accelerator.h"
#include "views/support/quantity.h"
#include "views/support/settings_model.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <set>

namespace edgewright::views {

namespace {

struct SettingWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::PinSetting)
};

constexpr std::size_t MaxRulesByName = 3; // more are told as a number

QString spelledSetting(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .replace(u'_', u' ')
        .replace(u'-', u' ');
}

QString settingText(bool on) { return on ? SettingWords::tr("on") : SettingWords::tr("off"); }
template <std::integral T>
QString settingText(T count) {
    return integerText(static_cast<std::int64_t>(count));
}
QString settingText(memory::Placement placement) {
    switch (placement) {
    case memory::Placement::Outside:
        return SettingWords::tr("outside the arena");
    case memory::Placement::WhileNeeded:
        return SettingWords::tr("while needed");
    case memory::Placement::WholeRun:
        return SettingWords::tr("for the whole run");
    }
    return {};
}
QString settingText(const std::optional<quant::Range>& range) {
    return range ? SettingWords::tr("%1 to %2").arg(significant(range->low), significant(range->high))
                 : SettingWords::tr("as measured");
}

class Differences {
public:
    template <typename T>
    void add(const QString& what, const T& a, const T& b) {
        if (a != b) m_list.push_back({what, settingText(a), settingText(b)});
    }
    void addText(const QString& what, const QString& a, const QString& b) {
        if (a != b) m_list.push_back({what, a, b});
    }
    // Where all that is known about the difference is how many there are.
    template <typename T>
    void addCount(const QString& what, const T& a, const T& b) {
        if (a != b)
            m_list.push_back({what, settingText(a.size()),
                              a.size() == b.size() ? SettingWords::tr("%1 others").arg(settingText(b.size()))
                                                   : settingText(b.size())});
    }
    std::vector<SettingDifference> take() { return std::move(m_list); }

private:
    std::vector<SettingDifference> m_list;
};

void addBindings(Differences& list, const ir::Bindings& a, const ir::Bindings& b) {
    const auto extent = [](const ir::Bindings& bindings, const std::string& name) {
        const auto found = bindings.find(name);
        return found == bindings.end() ? SettingWords::tr("open") : integerText(found->second);
    };
    std::set<std::string> names;
    for (const ir::Bindings* each : {&a, &b})
        for (const auto& [name, value] : *each)
            names.insert(name);
    for (const std::string& name : names)
        list.addText(QString::fromStdString(name), extent(a, name), extent(b, name));
}

void addFusion(Differences& list, const fusion::Options& a, const fusion::Options& b) {
    std::vector<std::string> rules;
    std::ranges::set_symmetric_difference(a.without, b.without, std::back_inserter(rules));
    if (rules.size() <= MaxRulesByName) {
        for (const std::string& rule : rules)
            list.add(SettingWords::tr("rule %1").arg(QString::fromStdString(rule)), !a.without.contains(rule),
                     !b.without.contains(rule));
    } else {
        const auto on = [](const fusion::Options& options) {
            return integerText(std::ranges::count_if(fusion::rules(), [&](const fusion::Rule* rule) {
                return !options.without.contains(rule->name);
            }));
        };
        list.addText(SettingWords::tr("fusion rules"), on(a), on(b));
    }
    const auto opset = [](const fusion::Options& options) {
        return options.opsetLimit == 0 ? SettingWords::tr("as given")
                                       : SettingWords::tr("up to %1").arg(options.opsetLimit);
    };
    list.addText(SettingWords::tr("opset"), opset(a), opset(b));
    const auto steps = [](const fusion::Options& options) {
        return options.patchLimit == SIZE_MAX ? SettingWords::tr("all")
                                              : integerText(static_cast<std::int64_t>(options.patchLimit));
    };
    list.addText(SettingWords::tr("fusion steps"), steps(a), steps(b));
    list.addCount(SettingWords::tr("fusions taken back"), a.skipped, b.skipped);
    list.addCount(SettingWords::tr("groups by hand"), a.userGroups, b.userGroups);
    list.add(SettingWords::tr("least traffic"), a.leastTraffic, b.leastTraffic);
}

void addMemory(Differences& list, const pipeline::Settings& a, const pipeline::Settings& b) {
    const memory::LivenessOptions &was = a.liveness, &is = b.liveness;
    list.addText(SettingWords::tr("planner"), spelledSetting(a.planner), spelledSetting(b.planner));
    list.addText(SettingWords::tr("order"), spelledSetting(a.scheduler), spelledSetting(b.scheduler));
    list.addText(SettingWords::tr("time for a plan"), secondsText(a.planSeconds), secondsText(b.planSeconds));
    list.addText(SettingWords::tr("alignment"), bytesText(was.alignment), bytesText(is.alignment));
    list.add(SettingWords::tr("in place"), was.inPlace, is.inPlace);
    list.add(SettingWords::tr("parts in place"), was.parts, is.parts);
    list.add(SettingWords::tr("inputs"), was.inputs, is.inputs);
    list.add(SettingWords::tr("outputs"), was.outputs, is.outputs);
    list.add(SettingWords::tr("weights in the arena"), was.weights, is.weights);
    list.add(SettingWords::tr("scratch of operators"), a.scratch, b.scratch);
    list.addCount(SettingWords::tr("tensors kept apart"), was.unshared, is.unshared);
}

void addAccelerator(Differences& list, const cost::Accelerator& a, const cost::Accelerator& b) {
    const auto array = [](const cost::Accelerator& each) {
        return QStringLiteral("%1 × %2").arg(each.rows).arg(each.cols);
    };
    list.addText(SettingWords::tr("array"), array(a), array(b));
    list.addText(SettingWords::tr("dataflow"), spelledSetting(cost::dataflowName(a.dataflow)).toUpper(),
                 spelledSetting(cost::dataflowName(b.dataflow)).toUpper());
    const auto sram = [](const cost::Accelerator& each) {
        return SettingWords::tr("%1 / %2 / %3 kB").arg(each.ifmapKb).arg(each.filterKb).arg(each.ofmapKb);
    };
    list.addText(SettingWords::tr("SRAM"), sram(a), sram(b));
    const auto bandwidth = [](const cost::Accelerator& each) {
        return SettingWords::tr("%1 B/cycle").arg(each.dramBytesPerCycle());
    };
    list.addText(SettingWords::tr("bandwidth"), bandwidth(a), bandwidth(b));
    list.addText(SettingWords::tr("word"), bytesText(a.wordBytes), bytesText(b.wordBytes));
    const auto lanes = [](const cost::Accelerator& each) {
        return each.lanes ? integerText(*each.lanes) : SettingWords::tr("as many as columns");
    };
    list.addText(SettingWords::tr("lanes of the vector unit"), lanes(a), lanes(b));
    list.addText(SettingWords::tr("arrays"), integerText(a.arrays), integerText(b.arrays));
    const auto clock = [](const cost::Accelerator& each) {
        return SettingWords::tr("%1 GHz").arg(significant(each.clockGhz));
    };
    list.addText(SettingWords::tr("clock"), clock(a), clock(b));
    list.add(SettingWords::tr("folds overlap"), a.overlapsFolds, b.overlapsFolds);
    list.add(SettingWords::tr("groups packed"), a.packsGroups, b.packsGroups);
    const auto sramRate = [](const cost::Accelerator& each) {
        return each.sramBandwidth ? SettingWords::tr("%1 B/cycle").arg(*each.sramBandwidth)
                                  : SettingWords::tr("as the array takes");
    };
    list.addText(SettingWords::tr("SRAM bandwidth"), sramRate(a), sramRate(b));
    list.addText(SettingWords::tr("tiles for"), spelledSetting(cost::objectiveName(a.objective)),
                 spelledSetting(cost::objectiveName(b.objective)));
    list.addText(SettingWords::tr("energy table"), QString::fromStdString(a.energy),
                 QString::fromStdString(b.energy));
}

QString codesText(quant::CodeType type) {
    switch (type) {
    case quant::CodeType::Int4:
        return QStringLiteral("int4");
    case quant::CodeType::Int8:
        return QStringLiteral("int8");
    case quant::CodeType::UInt8:
        return QStringLiteral("uint8");
    case quant::CodeType::Int16:
        return QStringLiteral("int16");
    }
    return {};
}

QString limitsText(quant::Limits limits) {
    switch (limits) {
    case quant::Limits::Full:
        return SettingWords::tr("full");
    case quant::Limits::Restricted:
        return SettingWords::tr("without the lowest");
    case quant::Limits::Reduced:
        return SettingWords::tr("one bit less");
    }
    return {};
}

QString roundingText(quant::Rounding rounding) {
    switch (rounding) {
    case quant::Rounding::HalfEven:
        return SettingWords::tr("half to even");
    case quant::Rounding::HalfAway:
        return SettingWords::tr("half away from zero");
    case quant::Rounding::HalfUp:
        return SettingWords::tr("half up");
    case quant::Rounding::Truncate:
        return SettingWords::tr("towards zero");
    case quant::Rounding::Stochastic:
        return SettingWords::tr("stochastic");
    }
    return {};
}

QString requantizeText(quant::Requantize requantize) {
    switch (requantize) {
    case quant::Requantize::Float32:
        return QStringLiteral("float32");
    case quant::Requantize::Float64:
        return QStringLiteral("float64");
    case quant::Requantize::FixedPoint:
        return SettingWords::tr("fixed point");
    case quant::Requantize::DoubleRounding:
        return SettingWords::tr("fixed point, rounded twice");
    case quant::Requantize::ShortMultiplier:
        return SettingWords::tr("multiplier of 15 bits");
    }
    return {};
}

struct SchemeNames {
    QString codes, symmetric, limits, powersOfTwo;
};

void addScheme(Differences& list, const SchemeNames& names, const quant::Scheme& a, const quant::Scheme& b) {
    list.addText(names.codes, codesText(a.type), codesText(b.type));
    list.add(names.symmetric, a.symmetric, b.symmetric);
    list.addText(names.limits, limitsText(a.limits), limitsText(b.limits));
    list.add(names.powersOfTwo, a.powerOfTwo, b.powerOfTwo);
}

void addInt8(Differences& list, const pipeline::Int8Options& a, const pipeline::Int8Options& b) {
    const quant::StudyOptions &was = a.study, &is = b.study;
    const auto scales = [](const quant::StudyOptions& each) {
        return each.weights == quant::Granularity::PerTensor ? SettingWords::tr("per tensor")
                                                             : SettingWords::tr("per channel");
    };
    list.addText(SettingWords::tr("INT8 scales"), scales(was), scales(is));
    addScheme(list,
              {SettingWords::tr("codes of weights"), SettingWords::tr("weights symmetric"),
               SettingWords::tr("limits of weight codes"), SettingWords::tr("weight scales as powers of two")},
              was.weightScheme, is.weightScheme);
    addScheme(list,
              {SettingWords::tr("codes of activations"), SettingWords::tr("activations symmetric"),
               SettingWords::tr("limits of activation codes"),
               SettingWords::tr("activation scales as powers of two")},
              was.activationScheme, is.activationScheme);
    list.addText(SettingWords::tr("rounding"), roundingText(was.rounding), roundingText(is.rounding));
    list.add(SettingWords::tr("seed of rounding"), was.roundingSeed, is.roundingSeed);
    list.addText(SettingWords::tr("requantization"), requantizeText(was.requantize),
                 requantizeText(is.requantize));
    const auto accumulation = [](const quant::StudyOptions& each) {
        return each.accumulation == quant::Accumulation::Exact ? SettingWords::tr("exact")
                                                               : SettingWords::tr("in pairs that saturate");
    };
    list.addText(SettingWords::tr("accumulation"), accumulation(was), accumulation(is));
    list.add(SettingWords::tr("accumulator bits"), was.accumulatorBits, is.accumulatorBits);
    const auto overflow = [](const quant::StudyOptions& each) {
        return each.overflow == quant::Overflow::Saturate ? SettingWords::tr("saturates")
                                                          : SettingWords::tr("wraps");
    };
    list.addText(SettingWords::tr("overflow"), overflow(was), overflow(is));
    list.add(SettingWords::tr("INT8 range of the input"), was.inputRange, is.inputRange);
    list.add(SettingWords::tr("INT8 range of the output"), was.outputRange, is.outputRange);
    list.add(SettingWords::tr("INT8 seed"), a.seed, b.seed);
}

QString spaceText(const cost::SpaceChoice& space) {
    QStringList axes;
    for (const std::string& axis : space.axes)
        axes << QString::fromStdString(axis);
    QString text = axes.isEmpty() ? SettingWords::tr("one point") : axes.join(QStringLiteral("; "));
    if (space.sample > 0) text += SettingWords::tr("; %1 points of it").arg(space.sample);
    return text;
}

// What is only looked at is no difference: the sample of one layer, and whether sensitivity is wanted.
void addQuantization(Differences& list, const pipeline::QuantizationSettings& a,
                     const pipeline::QuantizationSettings& b) {
    list.add(SettingWords::tr("batch norms folded first"), a.folds, b.folds);
    list.addText(SettingWords::tr("calibration"), spelledSetting(a.method), spelledSetting(b.method));
    list.addText(SettingWords::tr("percentile"), significant(a.percentile, 6), significant(b.percentile, 6));
    const auto source = [](const std::filesystem::path& path) {
        return path.empty() ? SettingWords::tr("beside the model") : QString::fromStdString(path.string());
    };
    list.addText(SettingWords::tr("calibration data"), source(a.source), source(b.source));
    list.addText(SettingWords::tr("samples"), settingText(a.samples), settingText(b.samples));
    list.add(SettingWords::tr("equalized"), a.equalize, b.equalize);
    list.add(SettingWords::tr("biases corrected"), a.correctBias, b.correctBias);
    list.addText(SettingWords::tr("layers in float32"), settingText(a.floatLayers), settingText(b.floatLayers));
}

} // namespace

std::vector<SettingDifference> settingDifferences(const pipeline::Settings& a, const pipeline::Settings& b) {
    Differences list;
    addBindings(list, a.bindings, b.bindings);
    addFusion(list, a.fusion, b.fusion);
    addMemory(list, a, b);
    addAccelerator(list, a.accelerator, b.accelerator);
    list.addText(SettingWords::tr("design space"), spaceText(a.space), spaceText(b.space));
    addInt8(list, a.int8, b.int8);
    addQuantization(list, a.quantization, b.quantization);
    list.add(SettingWords::tr("seed"), a.seed, b.seed);
    return list.take();
}

} // namespace edgewright::views
