import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { monthName } from '../../../../web/ui/values/months.ts';
import { formatMoment, RelativeTime } from '../../../../web/ui/values/values.tsx';
import styles from './budgets.module.css';
import { BudgetScope, BudgetUsage, State } from './cells.tsx';
import { actionsText, type Budget, refetch, thresholdText } from './formatBudget.ts';
import { History } from './History.tsx';
import { text } from './text.ts';
import { useBudgetActions } from './useBudgetActions.tsx';

/** A budget with its usage, thresholds, and history. */
export default function BudgetDetail(): ReactNode {
  const { budgetId = '' } = useScreenParams('/budgets/$budgetId');
  const go = useGo();
  const budget = useCall('getBudget', { params: { budgetId } }, refetch);
  const { actions, dialog } = useBudgetActions(() => void go({ to: '/budgets' }));
  const backLink = <BackLink to="/budgets" title={text('back')} />;
  if (budget.isError && !budget.data)
    return <NotLoaded query={budget} title={text('title')} back={backLink} icon="gauge" />;
  if (!budget.data) return <Skeleton count={6} />;
  const { data } = budget;
  const availableActions = actions.filter(({ id }) => id !== 'lift' || data.blockedUntil !== null);
  return (
    <>
      <PageHeader
        back={backLink}
        title={<bdi>{data.name}</bdi>}
        detail={<State budget={data} />}
        actions={availableActions.map((action) => (
          <ActionButton
            key={action.id}
            action={action}
            row={data}
            isPrimary={action.id === 'lift'}
          />
        ))}
      />
      <Section title={data.figures ? monthName(data.figures.month) : text('used')}>
        <Stack className={styles.budgetPart} gap={14} isProse>
          <BudgetUsage budget={data} />
          <BudgetFigures budget={data} />
          <p className="soft">{text('forecastHint')}</p>
          {data.figures && data.figures.otherCurrencies.length > 0 && (
            <p className="soft">
              {text('otherCurrencies', { currencies: data.figures.otherCurrencies.join(', ') })}
            </p>
          )}
        </Stack>
      </Section>
      <Section title={text('thresholds')}>
        <Stack as="ul" data-part="budget-list" gap={14}>
          {data.thresholds.map((threshold) => (
            <Row
              as="li"
              align="baseline"
              justify="space-between"
              gap="6px 16px"
              key={`${threshold.basis} ${threshold.percent}`}
            >
              <Stack as="span" flex="1 1 240px" gap={4} wrap="anywhere">
                <strong>{thresholdText(threshold)}</strong>
                <span className="soft">{actionsText(threshold)}</span>
              </Stack>
              {threshold.firedAt ? (
                <Badge tone={threshold.isBlocking ? 'bad' : 'warning'}>
                  {text('firedAt', { at: formatMoment(threshold.firedAt) })}
                </Badge>
              ) : (
                <Badge tone="neutral">{text('notYet')}</Badge>
              )}
            </Row>
          ))}
        </Stack>
      </Section>
      <History budget={data} />
      {dialog}
    </>
  );
}

function BudgetFigures({ budget }: { budget: Budget }) {
  const { figures, owner, setBy, blockedUntil } = budget;
  return (
    <KeyValue
      rows={[
        [text('covers'), <BudgetScope key="covers" budget={budget} />],
        [text('account'), <bdi key="account">{owner.email}</bdi>],
        [text('setBy'), setBy && <bdi key="setBy">{setBy}</bdi>],
        [text('blockedUntil'), blockedUntil && formatMoment(blockedUntil)],
        [text('asOf'), figures && <RelativeTime key="asOf" at={figures.checkedAt} />],
      ]}
    />
  );
}
