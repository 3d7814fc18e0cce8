#pragma once

#include <QWidget>

#include <zrecord/benchmark.h>

namespace zrecord::widgets {

/// One bar cut into read, decompress, copy and other. The same figures stand beside it as text.
class SplitBar final : public QWidget {
    Q_OBJECT

public:
    explicit SplitBar(QWidget* parent = nullptr);
    void setSplit(const BenchmarkSplit& split);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    BenchmarkSplit m_split;
};

}  // namespace zrecord::widgets
