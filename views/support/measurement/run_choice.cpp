// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/measurement/run_choice.h"

#include "core/device/record/gpu_backends.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace edgewright::views {

namespace {

struct RunChoiceText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::RunChoice)
};

bool isLoaded(const VariantChoice& choice) { return choice && !device::loadText(*choice.record).empty(); }
bool isNoisy(const VariantChoice& choice) { return choice && choice.get().isNoisy(); }

// Tuned kernels beside the same variant without them.
std::optional<RunChoice> tunedChoice(const std::shared_ptr<const device::Record>& record) {
    const auto& all = record->variants;
    for (std::size_t i = 0; i < all.size(); ++i) {
        device::Variant usual = all[i].variant;
        if (!usual.isTuned()) continue;
        usual.tuned.clear();
        usual.generated.clear();
        for (std::size_t other = 0; other < all.size(); ++other) {
            usual.name = all[other].variant.name;
            if (all[other].variant == usual) return RunChoice{{record, i}, {record, other}};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<std::size_t> findVariant(const device::Record& record, bool fusion, bool reuse) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < record.variants.size(); ++i) {
        const device::Variant& variant = record.variants[i].variant;
        if (variant.quantized || variant.isTuned() || variant.fusion != fusion || variant.reuse != reuse)
            continue;
        if (!found || variant.threads < record.variants[*found].variant.threads) found = i;
    }
    return found;
}

RunChoice defaultChoice(const std::shared_ptr<const device::Record>& record) {
    RunChoice choice;
    if (!record || record->variants.empty()) return choice;
    for (std::size_t i = 0; i < record->variants.size(); ++i)
        if (const auto* other = device::inFloat32(*record, record->variants[i]))
            return {{record, i}, {record, static_cast<std::size_t>(other - record->variants.data())}};
    if (const auto tuned = tunedChoice(record)) return *tuned;
    const auto original = findVariant(*record, false, false);
    const auto fused = findVariant(*record, true, false);
    const std::size_t last = record->variants.size() - 1;
    choice.shown = {record, fused.value_or(last)};
    if (original && *original != choice.shown.variant) choice.beside = {record, *original};
    return choice;
}

std::optional<RunChoice> fusionChoice(const std::shared_ptr<const device::Record>& record) {
    if (!record) return std::nullopt;
    const auto original = findVariant(*record, false, false), fused = findVariant(*record, true, false);
    if (!original || !fused ||
        record->variants[*original].variant.threads != record->variants[*fused].variant.threads)
        return std::nullopt;
    return RunChoice{{record, *fused}, {record, *original}};
}

VariantChoice sameVariant(const std::shared_ptr<const device::Record>& record, const device::Variant& variant) {
    for (std::size_t i = 0; record && i < record->variants.size(); ++i)
        if (record->variants[i].variant == variant) return {record, i};
    return defaultChoice(record).shown;
}

QString doubtText(const RunChoice& choice) {
    return isLoaded(choice.shown) || isLoaded(choice.beside) ? RunChoiceText::tr("machine not quiet")
           : isNoisy(choice.shown) || isNoisy(choice.beside) ? RunChoiceText::tr("not known well")
                                                             : QString();
}

QString doubtText(const RunChoice& choice, const measure::Comparison& comparison) {
    return comparison.verdict == measure::Verdict::Undecided ? QString() : doubtText(choice);
}

QString variantText(const device::Variant& variant) {
    QString text = variant.quantized
                       ? variant.reuse ? RunChoiceText::tr("INT8, in the arena") : RunChoiceText::tr("INT8")
                   : variant.fusion && variant.reuse ? RunChoiceText::tr("fused, in the arena")
                   : variant.fusion                  ? RunChoiceText::tr("fused")
                   : variant.reuse                   ? RunChoiceText::tr("original, in the arena")
                                                     : RunChoiceText::tr("original");
    if (!variant.backend.empty() && variant.backend != device::GpuBackend) // which the device says
        text += QStringLiteral(", ") + (variant.backend == device::GpuHalvesBackend
                                            ? QStringLiteral("FP16")
                                            : QString::fromStdString(variant.backend));
    if (variant.isTuned()) text += QStringLiteral(", ") + RunChoiceText::tr("tuned");
    if (variant.threads > 1)
        text += QStringLiteral(", ") + RunChoiceText::tr("%n threads", nullptr, variant.threads);
    return text;
}

QString whenText(const device::Record& record) {
    const QDateTime when = QDateTime::fromString(QString::fromStdString(record.date), Qt::ISODate);
    if (!when.isValid()) return RunChoiceText::tr("no date");
    return QLocale().toString(when.toLocalTime(), QLocale::ShortFormat);
}

} // namespace edgewright::views
