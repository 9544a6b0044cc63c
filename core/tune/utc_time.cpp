// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/utc_time.h"

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace edgewright::tune {

namespace {

// Takes pieces off the front of a text.
class TimeText {
public:
    explicit TimeText(std::string_view text) : m_rest(text) {}
    int digits(std::size_t count) {
        int value = 0;
        if (m_rest.size() < count) return fail();
        const auto [end, error] = std::from_chars(m_rest.data(), m_rest.data() + count, value);
        if (error != std::errc() || end != m_rest.data() + count || value < 0) return fail();
        m_rest.remove_prefix(count);
        return value;
    }
    bool take(std::string_view anyOf) {
        if (m_rest.empty() || anyOf.find(m_rest.front()) == std::string_view::npos) return false;
        m_rest.remove_prefix(1);
        return true;
    }
    void expect(std::string_view anyOf) {
        if (!take(anyOf)) fail();
    }
    char next() const { return m_rest.empty() ? '\0' : m_rest.front(); }
    double fraction() {
        double value = 0, digit = 0.1;
        for (; next() >= '0' && next() <= '9'; digit /= 10) {
            value += digit * (next() - '0');
            m_rest.remove_prefix(1);
        }
        return value;
    }
    bool isRead() const { return !m_failed && m_rest.empty(); }

private:
    int fail() {
        m_failed = true;
        return 0;
    }
    std::string_view m_rest;
    bool m_failed = false;
};

} // namespace

std::optional<double> unixTimeOf(std::string_view text) {
    using namespace std::chrono;
    TimeText from(text);
    const int years = from.digits(4);
    from.expect("-");
    const int months = from.digits(2);
    from.expect("-");
    const int days = from.digits(2);
    from.expect(" T");
    const int hours = from.digits(2);
    from.expect(":");
    const int minutes = from.digits(2);
    from.expect(":");
    double seconds = from.digits(2);
    if (from.take(".")) seconds += from.fraction();
    int zone = 0; // minutes
    if (const char sign = from.next(); from.take("+-")) {
        zone = 60 * from.digits(2);
        from.take(":");
        zone += from.digits(2);
        if (sign == '-') zone = -zone;
    } else {
        from.take("Z");
    }
    const year_month_day date{year(years), month(static_cast<unsigned>(months)),
                              day(static_cast<unsigned>(days))};
    if (!from.isRead() || !date.ok() || hours > 23 || minutes > 59 || seconds >= 61) return std::nullopt;
    const auto midnight = sys_days(date).time_since_epoch();
    return 86400.0 * static_cast<double>(midnight.count()) + 60.0 * (60 * hours + minutes - zone) + seconds;
}

std::string utcText(double unixTime) {
    using namespace std::chrono;
    constexpr double EndOfYear9999 = 253402300800;
    if (!(unixTime > 0 && unixTime < EndOfYear9999 - 1)) return {};
    const auto whole = microseconds(std::llround(unixTime * 1e6));
    const auto midnight = floor<days>(whole);
    const year_month_day date{sys_days(midnight)};
    const hh_mm_ss time(whole - midnight);
    char text[64];
    std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:%02d.%06d+00:00", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()), static_cast<int>(time.subseconds().count()));
    return text;
}

} // namespace edgewright::tune
