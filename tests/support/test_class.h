// SPDX-License-Identifier: GPL-3.0-or-later
// Test classes of one program: each registers itself, and ctest runs each by name in a process of its own.
//
// A file <name>_test.cpp is one namespace edgewright::<name>_test with one class, and ends with
//
//   EDGEWRIGHT_TEST(NameTest)
//
//   } // namespace edgewright::name_test
//
//   #include "name_test.moc"
#pragma once

#include <QObject>

#include <memory>

namespace edgewright::test {

struct TestClass {
    // `file` is that of the class: it is called as that is, without "_test.cpp".
    TestClass(const char* file, std::unique_ptr<QObject> (*make)());
};

// PROGRAM NAME [ARGUMENTS OF QT TEST] runs that class; PROGRAM alone runs all of them. The status of the program:
// how many functions failed. The application object is there already.
int runTests(int argc, char** argv);

} // namespace edgewright::test

#define EDGEWRIGHT_TEST(Class)                                                                                         \
    static const edgewright::test::TestClass registered##Class(                                                        \
        __FILE__, []() -> std::unique_ptr<QObject> { return std::make_unique<Class>(); });
