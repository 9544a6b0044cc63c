// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_class.h"

#include <QTest>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace edgewright::test {

namespace {

using Make = std::unique_ptr<QObject> (*)();

std::map<std::string, Make>& classes() {
    static std::map<std::string, Make> all;
    return all;
}

} // namespace

TestClass::TestClass(const char* file, Make make) {
    std::string name = std::filesystem::path(file).stem().string();
    name.resize(name.rfind("_test"));
    if (!classes().emplace(name, make).second) qFatal("two classes of tests are called %s", name.c_str());
}

int runTests(int argc, char** argv) {
    std::vector<char*> arguments(argv, argv + argc);
    if (argc < 2) {
        int failed = 0;
        for (const auto& [name, make] : classes())
            failed += QTest::qExec(make().get(), argc, argv);
        return failed;
    }
    const auto found = classes().find(argv[1]);
    if (found == classes().end()) {
        qCritical("there is no class of tests called %s; these are:", argv[1]);
        for (const auto& [name, make] : classes())
            qCritical("  %s", name.c_str());
        return 2;
    }
    arguments.erase(arguments.begin() + 1);
    return QTest::qExec(found->second().get(), static_cast<int>(arguments.size()), arguments.data());
}

} // namespace edgewright::test
