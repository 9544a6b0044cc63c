// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of a machine, from files as real ones have them, from none, and from nonsense.
#include "core/measure/machine.h"
#include "core/measure/other_programs.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

namespace edgewright::measure_machine_test {

using namespace edgewright::measure;
using namespace Qt::StringLiterals;

class MeasureMachineTest : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_root;

    void write(const QString& file, const QByteArray& text) {
        const QString path = m_root->filePath(file);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile out(path);
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
    std::filesystem::path root() const { return m_root->path().toStdString(); }

private slots:
    void init() { m_root = std::make_unique<QTemporaryDir>(); }

    void desktop() {
        write(u"proc/cpuinfo"_s, "processor\t: 0\nmodel name\t: Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz\n"
                                 "cpu MHz\t\t: 1999.4\n\nprocessor\t: 1\nmodel name\t: another\n");
        write(u"proc/meminfo"_s, "MemTotal:       16303652 kB\nMemFree: 1 kB\n");
        write(u"proc/loadavg"_s, "0.52 0.40 0.33 2/1024 12345\n");
        const QString cpus = u"sys/devices/system/cpu/"_s;
        write(cpus + u"cpu0/cpufreq/scaling_governor"_s, "powersave\n");
        write(cpus + u"cpu0/cpufreq/scaling_cur_freq"_s, "1800000\n");
        write(cpus + u"cpu1/cpufreq/scaling_cur_freq"_s, "3700000\n");
        write(cpus + u"cpu0/topology/thread_siblings_list"_s, "0,2\n");
        write(cpus + u"cpu1/topology/thread_siblings_list"_s, "1,3\n");
        write(cpus + u"cpu2/topology/thread_siblings_list"_s, "0,2\n");
        write(cpus + u"cpu3/topology/thread_siblings_list"_s, "1,3\n");
        const auto cache = [&](int index, const char* type, const char* level, const char* size,
                               const char* shared) {
            const QString folder = cpus + u"cpu0/cache/index%1/"_s.arg(index);
            write(folder + u"type"_s, type);
            write(folder + u"level"_s, level);
            write(folder + u"size"_s, size);
            write(folder + u"shared_cpu_list"_s, shared);
        };
        cache(0, "Data\n", "1\n", "32K\n", "0,2\n");
        cache(1, "Instruction\n", "1\n", "32K\n", "0,2\n");
        cache(2, "Unified\n", "2\n", "256K\n", "0,2\n");
        cache(3, "Unified\n", "3\n", "8M\n", "0-3\n");
        write(u"sys/class/thermal/thermal_zone0/temp"_s, "41000\n");
        write(u"sys/class/thermal/thermal_zone1/temp"_s, "67500\n");

        const Machine machine = thisMachine(root());
        QCOMPARE(machine.processor, std::string("Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz"));
        QVERIFY(machine.text().starts_with("Intel Core i7-8550U CPU @ 1.80GHz, "));
        QCOMPARE(machine.governor, std::string("powersave"));
        QCOMPARE(machine.cores, 2);
        QCOMPARE(machine.memoryBytes, std::int64_t(16303652) * 1024);
        QCOMPARE(machine.caches,
                 (std::vector<Cache>{{1, 32 * 1024, 2}, {2, 256 * 1024, 2}, {3, 8 * 1024 * 1024, 4}}));
        QVERIFY(machine.threads >= 1 && !machine.architecture.empty());
        const Conditions now = conditionsNow(root());
        QCOMPARE(now.megahertz, std::optional(3700.0));
        QCOMPARE(now.celsius, std::optional(67.5));
        QCOMPARE(now.loadAverage, std::optional(0.52));
    }

    void otherPrograms() {
        QVERIFY(!busySeconds(root())); // not told
        const double perSecond = static_cast<double>(::sysconf(_SC_CLK_TCK));
        const auto ticks = [&](double seconds) { return QByteArray::number(seconds * perSecond, 'f', 0); };
        // user nice system idle iowait irq softirq steal guest
        write(u"proc/stat"_s, "cpu  " + ticks(10) + " " + ticks(1) + " " + ticks(2) + " " + ticks(500) + " " +
                                  ticks(30) + " " + ticks(3) + " " + ticks(4) + " " + ticks(5) +
                                  " 0\ncpu0 1\n");
        QCOMPARE(busySeconds(root()), std::optional(25.0));
        write(u"proc/stat"_s, "intr 5 6 7 8 9 10 11 12 13\n");
        QVERIFY(!busySeconds(root()));
    }

    void board() {
        write(u"proc/cpuinfo"_s, "processor\t: 0\nBogoMIPS\t: 108.00\nCPU part\t: 0xd08\n\n"
                                 "Model\t\t: Raspberry Pi 4 Model B Rev 1.4\n");
        QCOMPARE(thisMachine(root()).processor, std::string("Raspberry Pi 4 Model B Rev 1.4"));
        write(u"proc/cpuinfo"_s, "processor\t: 0\n");
        write(u"proc/device-tree/model"_s, QByteArray("NVIDIA Jetson Nano\0", 19));
        QCOMPARE(thisMachine(root()).processor, std::string("NVIDIA Jetson Nano"));
    }

    // What holds the clock down: as Linux tells of it, as the firmware of a Raspberry Pi does, as Intel counts.
    void throttled() {
        const auto device = [&](int index, const char* type, const char* state) {
            const QString folder = u"sys/class/thermal/cooling_device%1/"_s.arg(index);
            write(folder + u"type"_s, type);
            write(folder + u"cur_state"_s, state);
        };
        device(0, "pwm-fan", "3\n"); // which cools, and slows nothing down
        QVERIFY(!wasThrottled(conditionsNow(root()), conditionsNow(root())).value_or(false));
        device(1, "cpufreq-cpu0", "0\n");
        const Conditions cool = conditionsNow(root());
        QCOMPARE(cool.throttled, std::optional(0.0));
        QVERIFY(!*wasThrottled(cool, cool));
        device(1, "cpufreq-cpu0", "2\n");
        QVERIFY(*wasThrottled(cool, conditionsNow(root())));
        device(1, "cpufreq-cpu0", "0\n");

        const QString pi = u"sys/devices/platform/soc/soc:firmware/get_throttled"_s;
        write(pi, "50000\n"); // in the past: voltage, throttled
        const Conditions past = conditionsNow(root());
        QCOMPARE(past.throttled, std::optional(0.0));
        QCOMPARE(past.throttlings, std::optional(2.0));
        QVERIFY(!*wasThrottled(past, past));
        write(pi, "50005\n");
        QVERIFY(*wasThrottled(past, conditionsNow(root())));
        write(pi, "d0000\n"); // and it is over again
        QVERIFY(*wasThrottled(past, conditionsNow(root())));
        write(pi, "nonsense");
        QVERIFY(!conditionsNow(root()).throttlings);

        const QString intel = u"sys/devices/system/cpu/cpu0/thermal_throttle/"_s;
        write(intel + u"core_throttle_count"_s, "7\n");
        write(intel + u"package_throttle_count"_s, "-5\n");
        const Conditions before = conditionsNow(root());
        QCOMPARE(before.throttlings, std::optional(7.0));
        write(intel + u"core_throttle_count"_s, "8\n");
        QVERIFY(*wasThrottled(before, conditionsNow(root())));
    }

    void nothingIsTold() {
        const Machine machine = thisMachine(root());
        QVERIFY(machine.processor.empty() && machine.governor.empty() && machine.caches.empty());
        QCOMPARE(machine.cores, 0);
        QCOMPARE(machine.memoryBytes, std::int64_t(0));
        QVERIFY(!machine.text().empty());
        const Conditions now = conditionsNow(root());
        QVERIFY(!now.megahertz && !now.celsius && !now.loadAverage && !now.throttled && !now.throttlings);
        QVERIFY(!wasThrottled(now, now));
    }

    void nonsense() {
        for (const char* text :
             {"", "\n", "-1", "9e999", "nan", "99999999999999999999", "\xff\xfe\0\1", "K", "1-0"}) {
            const QString cpu = u"sys/devices/system/cpu/cpu0/"_s;
            for (const QString& file :
                 {u"proc/cpuinfo"_s, u"proc/meminfo"_s, u"proc/loadavg"_s, cpu + u"cpufreq/scaling_cur_freq"_s,
                  cpu + u"cache/index0/size"_s, cpu + u"cache/index0/level"_s,
                  cpu + u"cache/index0/shared_cpu_list"_s, u"sys/class/thermal/thermal_zone0/temp"_s})
                write(file, text);
            write(cpu + u"cache/index0/type"_s, "Data");
            QVERIFY(thisMachine(root()).caches.empty());
            const Conditions now = conditionsNow(root());
            QVERIFY(!now.megahertz && (!now.celsius || std::abs(*now.celsius) < 1));
            QVERIFY(!now.loadAverage || (*now.loadAverage >= 0 && *now.loadAverage <= 1));
        }
    }

    void thisOne() {
        const Machine machine = thisMachine();
        QVERIFY(machine.threads >= 1);
        QVERIFY(!machine.text().empty());
    }
};

EDGEWRIGHT_TEST(MeasureMachineTest)

} // namespace edgewright::measure_machine_test

#include "measure_machine_test.moc"
