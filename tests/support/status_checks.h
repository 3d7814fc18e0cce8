#pragma once

#include <QString>
#include <QTest>

#include <string>

#include "zrecord/result.h"

namespace zrecord::test {

inline QString messageOf(const Status& status)
{
    return QString::fromStdString(std::string(status.info().name) + ": " + status.message());
}
template <typename T>
QString messageOf(const Result<T>& result)
{
    return messageOf(result.status());
}

}  // namespace zrecord::test

/// The Status or Result is a success; its whole message is shown otherwise.
#define ZR_VERIFY_OK(expression)                                                                      \
    do {                                                                                              \
        const auto& zrOutcome = (expression);                                                         \
        QVERIFY2(zrOutcome.ok(), qPrintable(zrecord::test::messageOf(zrOutcome)));                    \
    } while (false)

/// The Status or Result failed with this code.
#define ZR_COMPARE_CODE(expression, expected)                                                                              \
    do {                                                                                                                   \
        const auto& zrOutcome = (expression);                                                                              \
        QVERIFY2(zrOutcome.code() == (expected), qPrintable(QStringLiteral("expected %1, got %2")                          \
                                                                .arg(QString::fromStdString(std::string(zrecord::errorInfo(expected).name)), \
                                                                     zrecord::test::messageOf(zrOutcome))));               \
    } while (false)
