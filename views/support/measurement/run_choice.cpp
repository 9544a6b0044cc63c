// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/measurement/run_choice.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace edgewright::views {

namespace {

struct RunChoiceText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::RunChoice)
};

} // namespace

std::optional<std::size_t> findVariant(const device::Record& record, bool fusion, bool reuse) {
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < record.variants.size(); ++i) {
        const device::Variant& variant = record.variants[i].variant;
        if (variant.fusion != fusion || variant.reuse != reuse) continue;
        if (!found || variant.threads < record.variants[*found].variant.threads) found = i;
    }
    return found;
}

RunChoice defaultChoice(const std::shared_ptr<const device::Record>& record) {
    RunChoice choice;
    if (!record || record->variants.empty()) return choice;
    const auto original = findVariant(*record, false, false);
    const auto fused = findVariant(*record, true, false);
    const std::size_t last = record->variants.size() - 1;
    choice.shown = {record, fused.value_or(last)};
    if (original && *original != choice.shown.variant) choice.beside = {record, *original};
    return choice;
}

std::optional<RunChoice> fusionChoice(const std::shared_ptr<const device::Record>& record) {
    const RunChoice choice = defaultChoice(record);
    if (!choice.shown || !choice.beside) return std::nullopt;
    const device::Variant &fused = choice.shown.get().variant, &original = choice.beside.get().variant;
    if (!fused.fusion || fused.reuse || original.fusion || fused.threads != original.threads)
        return std::nullopt;
    return choice;
}

QString variantText(const device::Variant& variant) {
    QString text = variant.fusion && variant.reuse ? RunChoiceText::tr("fused, in the arena")
                   : variant.fusion                ? RunChoiceText::tr("fused")
                   : variant.reuse                 ? RunChoiceText::tr("original, in the arena")
                                                   : RunChoiceText::tr("original");
    if (!variant.backend.empty()) text += QStringLiteral(", ") + QString::fromStdString(variant.backend);
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
