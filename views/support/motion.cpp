// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/motion.h"

#include <QSettings>
#include <QStandardPaths>
#include <QStyle>
#include <QWidget>

namespace edgewright::views {

namespace {

QString motionSetting() { return QStringLiteral("motion"); }

} // namespace

bool isMotionWanted(const QWidget& widget) {
    if (widget.style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, &widget) == 0) return false;
    if (const QVariant chosen = QSettings().value(motionSetting()); chosen.isValid()) return chosen.toBool();
    return desktopWantsMotion(QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation));
}

void setMotionWanted(bool wanted) { QSettings().setValue(motionSetting(), wanted); }

bool desktopWantsMotion(const QString& folder) {
    const auto valueOf = [&](const char* file, const char* key, const QVariant& otherwise) {
        return QSettings(folder + QLatin1Char('/') + QLatin1String(file), QSettings::IniFormat)
            .value(QLatin1String(key), otherwise);
    };
    return valueOf("kdeglobals", "KDE/AnimationDurationFactor", 1).toDouble() > 0 &&
           valueOf("gtk-4.0/settings.ini", "Settings/gtk-enable-animations", true).toBool() &&
           valueOf("gtk-3.0/settings.ini", "Settings/gtk-enable-animations", true).toBool();
}

} // namespace edgewright::views
