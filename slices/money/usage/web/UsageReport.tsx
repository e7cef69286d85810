import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, addressOf, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Box, Row } from '../../../../web/ui/layout/Layout.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { monthName, monthRange } from '../../../../web/ui/values/months.ts';
import { formatMoment, Money } from '../../../../web/ui/values/values.tsx';
import { monthIn, siteZone } from '../../../../web/ui/values/zonedTime.ts';
import { type Transition, transitions } from '../rules.ts';
import { ShareDialog } from './ShareDialog.tsx';
import { text } from './text.ts';
import styles from './usage.module.css';

type Page = Answer<'listUsage'>;
type Item = Page['items'][number];
/** Shares of a line can have more decimals than the currency's minor unit. */
const digits = 6;

/** What an account used in a month: the signed-in account, or the user in the URL. */
export default function UsageReport(): ReactNode {
  const { userId } = useScreenParams('/report', '/report/$userId');
  const { state, change } = useListState('usage', ['period', 'transition']);
  const period = state.filters.period ?? monthIn(siteZone());
  const userFilter = userId ? { userId } : {};
  const query = { ...listQueryOf(state), ...userFilter, period };
  const report = useCall('listUsage', { query: query as never }, { keepsPrevious: true });
  const [link, setLink] = useState<Answer<'shareUsage'> | null>(null);
  const run = useRun();
  const usageQuery = {
    ...userFilter,
    period,
    transition: (state.filters.transition ?? 'all') as Transition,
  };
  const share = () =>
    run(text('shared'), async () => setLink(await call('shareUsage', { body: usageQuery })));
  const mail = () => run(text('mailed'), () => call('mailUsage', { body: usageQuery }));
  if (report.isError && !report.data) {
    const isMissing = userId !== undefined && (report.error as { status?: number }).status === 404;
    return isMissing ? (
      <Missing />
    ) : (
      <ErrorState error={report.error} onRetry={() => void report.refetch()} />
    );
  }
  const emptyState = (
    <EmptyState
      icon="activity"
      title={text('nothing')}
      hint={text(usageQuery.transition === 'annually' ? 'nothingAnnual' : 'nothingHint')}
    />
  );
  const months = monthRange(
    monthIn(siteZone(), new Date(report.data?.account.createdAt ?? Date.now())),
    period,
  );
  return (
    <>
      <PageHeader
        {...(userId ? { back: <BackLink to="/report" title={text('toUsage')} /> } : {})}
        title={
          userId && report.data
            ? text('titleOf', { email: report.data.account.email })
            : text('title')
        }
        detail={text('detail')}
        actions={
          <>
            <Button variant="default" onClick={() => void share()}>
              {text('share')}
            </Button>
            <Button variant="default" onClick={() => void mail()}>
              {text('mail')}
            </Button>
          </>
        }
      />
      {!report.data && (
        <Section>
          <Box minHeight="3.25rem">
            <Skeleton count={1} />
          </Box>
        </Section>
      )}
      {report.data && report.data.totals.length > 0 && <Totals totals={report.data.totals} />}
      <DataTable<Item>
        list="usage"
        label={text('title')}
        columns={columns()}
        answer={report}
        state={{ ...state, filters: { transition: usageQuery.transition, period } }}
        onChange={change}
        nameOf={({ subject, title }) => `${subject}, ${title}`}
        filters={[
          {
            key: 'period',
            title: text('period'),
            options: months.map((month) => ({ value: month, title: monthName(month) })),
          },
          {
            key: 'transition',
            title: text('transition'),
            options: transitions.map((transition) => ({
              value: transition,
              title: text(`transition_${transition}`),
            })),
          },
        ]}
        csvHref={addressOf('downloadUsage', { query: usageQuery })}
        empty={emptyState}
        {...(state.filter === '' ? { emptyFiltered: emptyState } : {})}
      />
      {link && <ShareDialog link={link} onClose={() => setLink(null)} />}
    </>
  );
}

function Missing() {
  return (
    <>
      <PageHeader back={<BackLink to="/report" title={text('toUsage')} />} title={text('title')} />
      <EmptyState icon="users" title={text('missingTitle')} hint={text('missingHint')} />
    </>
  );
}

function Totals({ totals }: { totals: Page['totals'] }) {
  return (
    <Section>
      <Row as="dl" className={styles.usageTotals} gap="12px 40px">
        {totals.flatMap(({ currency, amount, discount, billed }) => [
          <div key={`${currency}.shown`}>
            <dt>{text('shown')}</dt>
            <Box as="dd" size="1.25rem" weight={600}>
              <Money amount={amount} currency={currency} digits={digits} />
            </Box>
          </div>,
          ...(discount === '0'
            ? []
            : [
                <div key={`${currency}.discount`}>
                  <dt>{text('discount')}</dt>
                  <Box as="dd" size="1.25rem" weight={600}>
                    <Money amount={`-${discount}`} currency={currency} />
                  </Box>
                </div>,
              ]),
          <div key={`${currency}.billed`}>
            <dt title={text('billedHint')}>{text('billed')}</dt>
            <Box as="dd" size="1.25rem" weight={600}>
              <Money amount={billed} currency={currency} />
            </Box>
          </div>,
        ])}
      </Row>
    </Section>
  );
}

const columns = (): Column<Item>[] => [
  {
    key: 'subject',
    title: text('subject'),
    sort: 'subject',
    isName: true,
    cell: ({ subject, subjectType, subjectId }) =>
      subjectType === 'server' ? (
        <Link className="link" to={`/servers/${subjectId}`}>
          <bdi>{subject}</bdi>
        </Link>
      ) : (
        <bdi>{subject}</bdi>
      ),
  },
  { key: 'item', title: text('item'), cell: ({ title }) => title },
  {
    key: 'email',
    title: text('email'),
    sort: 'email',
    isShown: false,
    cell: ({ email }) => <bdi>{email}</bdi>,
  },
  {
    key: 'transition',
    title: text('transition'),
    cell: ({ transition }) => text(`transition_${transition}`),
  },
  {
    key: 'quantity',
    title: text('quantity'),
    cell: ({ quantity, unit }) => (
      <>
        <bdi dir="ltr">{quantity}</bdi> {unit}
      </>
    ),
  },
  {
    key: 'span',
    title: text('span'),
    sort: 'from',
    cell: ({ from, to }) => (
      <>
        <time dateTime={from}>{formatMoment(from)}</time> –{' '}
        <time dateTime={to}>{formatMoment(to)}</time>
      </>
    ),
  },
  {
    key: 'hours',
    title: text('hours'),
    align: 'end',
    cell: ({ hours }) => hours ?? <span className="soft">–</span>,
  },
  {
    key: 'amount',
    title: text('amount'),
    sort: 'amount',
    align: 'end',
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} digits={digits} />,
  },
];
