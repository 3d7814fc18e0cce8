#pragma once

#include <QTest>

#include "widgets/support/open_session.h"
#include "workbench/support/sample_stores.h"

namespace zrecord::widgets::test {

inline constexpr std::uint64_t kReported = 340'205'976;  ///< rows of the table that other viewers could not open
inline constexpr std::uint64_t kBeyondInt = (std::uint64_t{1} << 31) + 5;

/// What every list of records is tried on: "reported" and "beyond", sparse stores of that many bytes, 7 first and 9 last;
/// "set", 50 pictures of 8 × 8 and their labels, all 3.
inline void makeListStores(const StoreFolder& folder) {
    namespace stores = workbench::test;
    stores::makeSparseStore(folder.path("reported"), kReported, 7, 9);
    stores::makeSparseStore(folder.path("beyond"), kBeyondInt, 7, 9);
    stores::makeImageStore(folder.path("set/image"), {8, 8}, 50);
    stores::makeByteStore(folder.path("set/label"), std::vector<int>(50, 3));
}

/// Rows of a data function: "store" and "count".
inline void addHugeStores() {
    QTest::addColumn<QString>("store");
    QTest::addColumn<qulonglong>("count");
    QTest::newRow("340205976") << QStringLiteral("reported") << static_cast<qulonglong>(kReported);
    QTest::newRow("2^31+5") << QStringLiteral("beyond") << static_cast<qulonglong>(kBeyondInt);
}

}  // namespace zrecord::widgets::test
