#include "widgets/viewers/record/view_switch.h"

#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace zrecord::widgets;

class TestViewSwitch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_switch = std::make_unique<ViewSwitch>();
        m_switch->showViews(kViews, ViewKind::Image);
        m_switch->show();
    }
    void cleanup() { m_switch.reset(); }

    void wideEnoughForAll() {
        m_switch->resize(m_switch->sizeHint());
        QCOMPARE(shown(), QStringLiteral("image plot values bytes shape"));
        QVERIFY(button("more")->isHidden());
    }

    void whatHasNoRoomGoesIntoTheMenu() {
        m_switch->resize(m_switch->sizeHint().width() - 1, m_switch->sizeHint().height());
        QVERIFY(button("more")->isVisible());
        QVERIFY2(shown().startsWith(QStringLiteral("image plot")) && !shown().endsWith(QStringLiteral("shape")), qPrintable(shown()));
        m_switch->resize(m_switch->minimumSizeHint());
        QCOMPARE(shown(), QStringLiteral("image"));
        QVERIFY(m_switch->minimumSizeHint().width() < m_switch->sizeHint().width());
        QVERIFY(button("more")->geometry().right() < m_switch->width());
    }

    void theMenuChooses() {
        m_switch->resize(m_switch->minimumSizeHint());
        QMenu* menu = button("more")->menu();
        Q_EMIT menu->aboutToShow();
        QCOMPARE(menu->actions().size(), 4);
        QCOMPARE(menu->actions().constLast()->text(), viewKindTitle(ViewKind::Shape));
        QSignalSpy chosen(m_switch.get(), &ViewSwitch::kindChosen);
        menu->actions().constLast()->trigger();
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first().first().value<ViewKind>(), ViewKind::Shape);
    }

    void theChosenOneStaysInSight() {
        m_switch->resize(m_switch->minimumSizeHint());
        m_switch->showViews(kViews, ViewKind::Shape);
        QCOMPARE(shown(), QStringLiteral("shape"));
        QVERIFY(button("shape")->isChecked());
    }

private:
    QToolButton* button(const char* name) { return m_switch->findChild<QToolButton*>(QStringLiteral("view_") + QLatin1String(name)); }
    QString shown() {
        QStringList names;
        for (const ViewKind kind : allViewKinds())
            if (button(viewKindName(kind).toLatin1().constData())->isVisible())
                names << viewKindName(kind);
        return names.join(u' ');
    }

    inline static const std::vector<ViewKind> kViews{ViewKind::Image, ViewKind::Plot, ViewKind::Values, ViewKind::Bytes, ViewKind::Shape};
    std::unique_ptr<ViewSwitch> m_switch;
};

QTEST_MAIN(TestViewSwitch)
#include "tst_view_switch.moc"
