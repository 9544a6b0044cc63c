// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/field/field_text.h"

#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>

namespace edgewright::views {

namespace {

struct FieldWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::FieldText)
};

QString withUnit(const FieldInfo& field, const QString& number) {
    return field.unit.empty() ? number : number + u' ' + settingWords(field.unit);
}

} // namespace

QString settingText(double value) { return digitsText(value, 9); }

QString settingWords(std::string_view text) {
    if (text.empty()) return {};
    return QCoreApplication::translate("Setting", std::string(text).c_str());
}

QString inSentence(const QString& title) {
    const bool isWord = title.size() > 1 && title[1].isLower();
    return isWord ? title[0].toLower() + title.mid(1) : title;
}

QString choiceTitle(const Choice& choice) {
    if (!choice.title.empty()) return settingWords(choice.title);
    return text(choice.key).replace(u'_', u' ');
}

QString valueText(const FieldInfo& field, const FieldValue& value) {
    if (const bool* on = std::get_if<bool>(&value)) return *on ? FieldWords::tr("on") : FieldWords::tr("off");
    if (const auto* seed = std::get_if<std::uint64_t>(&value)) return QString::number(*seed);
    if (const auto* number = std::get_if<double>(&value)) return withUnit(field, settingText(*number));
    if (const auto named = field.choiceOf(value)) return choiceTitle(*named);
    if (const auto* count = std::get_if<std::int64_t>(&value)) return withUnit(field, integerText(*count));
    if (const auto* text = std::get_if<std::string>(&value))
        if (!text->empty()) return QString::fromStdString(*text);
    return settingWords(field.absent);
}

} // namespace edgewright::views
