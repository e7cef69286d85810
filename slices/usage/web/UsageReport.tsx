import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, addressOf, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataTable } from '../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../web/table/listState.ts';
import { useListState } from '../../../web/table/useListState.ts';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { monthName, monthsUpTo } from '../../../web/ui/months.ts';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatMoment, Money } from '../../../web/ui/values.tsx';
import { monthIn, siteZone } from '../../../web/ui/zonedTime.ts';
import { type Transition, transitions } from '../rules.ts';
import { ShareDialog } from './ShareDialog.tsx';
import { text } from './text.ts';

type Page = Answer<'listUsage'>;
type Row = Page['items'][number];
/** Shares of a line have more places than a coin. */
const digits = 6;

/** What an account used in a month: one's own, or of the user in the address. */
export default function UsageReport() {
  const { userId } = useParams({ strict: false }) as { userId?: string };
  const { state, change } = useListState('usage', ['period', 'transition']);
  const period = state.filters.period ?? monthIn(siteZone());
  const whose = userId ? { userId } : {};
  const query = { ...listQueryOf(state), ...whose, period };
  const report = useCall(
    'listUsage',
    { query: query as never },
    { topics: ['server', 'billing'], keepsPrevious: true },
  );
  const [link, setLink] = useState<Answer<'shareUsage'> | null>(null);
  const run = useRun();
  const asked = { ...whose, period, transition: (state.filters.transition ?? 'all') as Transition };
  const share = () =>
    run(text('shared'), async () => setLink(await call('shareUsage', { body: asked })));
  const mail = () => run(text('mailed'), () => call('mailUsage', { body: asked }));
  if (report.isError && !report.data) {
    const isMissing = userId !== undefined && (report.error as { status?: number }).status === 404;
    return isMissing ? (
      <Missing />
    ) : (
      <ErrorState error={report.error} onRetry={() => void report.refetch()} />
    );
  }
  const nothing = (
    <EmptyState
      icon="activity"
      title={text('nothing')}
      hint={text(asked.transition === 'annually' ? 'nothingAnnual' : 'nothingHint')}
    />
  );
  const months = monthsUpTo(
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
          <div className="usage-totals-wait">
            <Skeleton count={1} />
          </div>
        </Section>
      )}
      {report.data && report.data.totals.length > 0 && <Totals totals={report.data.totals} />}
      <DataTable<Row>
        list="usage"
        label={text('title')}
        columns={columns()}
        answer={report}
        state={{ ...state, filters: { transition: asked.transition, period } }}
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
        csvHref={addressOf('downloadUsage', { query: asked })}
        empty={nothing}
        {...(state.filter === '' ? { emptyFiltered: nothing } : {})}
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
      <dl className="usage-totals">
        {totals.flatMap(({ currency, amount, discount, billed }) => [
          <div key={`${currency}.shown`}>
            <dt>{text('shown')}</dt>
            <dd>
              <Money amount={amount} currency={currency} digits={digits} />
            </dd>
          </div>,
          ...(discount === '0'
            ? []
            : [
                <div key={`${currency}.discount`}>
                  <dt>{text('discount')}</dt>
                  <dd>
                    <Money amount={`-${discount}`} currency={currency} />
                  </dd>
                </div>,
              ]),
          <div key={`${currency}.billed`}>
            <dt title={text('billedHint')}>{text('billed')}</dt>
            <dd>
              <Money amount={billed} currency={currency} />
            </dd>
          </div>,
        ])}
      </dl>
    </Section>
  );
}

const columns = (): Column<Row>[] => [
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
