import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Answer } from '../../../web/client.ts';
import { openTask } from '../../../web/data/openTask.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { loadArea, textsOf } from '../../../web/texts/texts.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { formatMb, formatOf, Money, RelativeTime } from '../../../web/ui/values.tsx';
import './dashboard.css';
import { worstFirst } from './news.ts';
import dashboardTexts from './texts/en.json';

await loadArea(
  'dashboard',
  dashboardTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);
const text = textsOf<typeof dashboardTexts>('dashboard');

type DashboardData = Answer<'dashboard'>;

/** What matters now: servers, their load, what they cost, tasks, news of problems. */
export default function Dashboard() {
  const dashboard = useCall(
    'dashboard',
    {},
    {
      topics: [
        'server',
        'schedule',
        'datacenter',
        'image',
        'price',
        'budget',
        'billing',
        'approval',
        'invoicing',
      ],
      pollMs: 25_000,
    },
  );
  if (dashboard.isError && !dashboard.data)
    return <ErrorState error={dashboard.error} onRetry={() => void dashboard.refetch()} />;
  if (!dashboard.data) return <Skeleton count={8} />;
  const { data } = dashboard;
  return (
    <>
      <PageHeader title={text('title')} />
      <Welcome />
      {data.news.length > 0 && <News news={data.news} />}
      {data.servers?.total === 0 && (
        <Section>
          <EmptyState
            icon="server"
            title={text('firstTitle')}
            hint={text('firstHint')}
            action={
              <Button
                component={Link}
                to="/serverCreate"
                leftSection={<Icon name="plus" size={16} />}
              >
                {text('firstAction')}
              </Button>
            }
          />
        </Section>
      )}
      {data.billingWork && isWorkShown(data) && <BillingWork work={data.billingWork} />}
      {(data.servers || data.cost.length > 0) && (
        <div className="dashboard-figures">
          {data.servers && <ServerFigures servers={data.servers} />}
          {data.servers && <LoadFigures load={data.load} running={data.servers.on} />}
          <CostFigures cost={data.cost} />
        </div>
      )}
      <div className="columns">
        <LatestTasks />
        {data.busiest.length > 0 && <Busiest servers={data.busiest} />}
      </div>
    </>
  );
}

const SafeHtml = lazy(async () => ({
  default: (await import('../../../web/ui/SafeHtml.tsx')).SafeHtml,
}));

/** What the site says to its people; nothing until it says something. */
function Welcome() {
  const welcome = useCall('userWelcomePage', {}, { topics: ['site'] });
  if (!welcome.data?.html) return null;
  return (
    <Section>
      <Suspense fallback={<Skeleton count={2} />}>
        <SafeHtml html={welcome.data.html} />
      </Suspense>
    </Section>
  );
}

function Figure({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  return (
    <section className="figure">
      <h2>{to ? <Link to={to}>{title}</Link> : title}</h2>
      {children}
    </section>
  );
}

/** Users with servers see billing only when something is pending. Other users always see it. */
const isWorkShown = ({ servers, billingWork }: DashboardData): boolean =>
  servers === null || (billingWork ?? []).some(({ count }) => count > 0);

function BillingWork({ work }: { work: NonNullable<DashboardData['billingWork']> }) {
  return (
    <section className="dashboard-figures dashboard-work" aria-label={text('billingWork')}>
      {work.map(({ id, count, path }) => (
        <Figure key={id} title={text(`work_${id}`)} to={path}>
          <strong className="figure-value number">{count}</strong>
        </Figure>
      ))}
    </section>
  );
}

function ServerFigures({ servers }: { servers: NonNullable<DashboardData['servers']> }) {
  const states: readonly ['on' | 'off' | 'suspended' | 'busy' | 'failed' | 'inBin', Tone][] = [
    ['on', 'good'],
    ['off', 'neutral'],
    ['suspended', 'warning'],
    ['busy', 'busy'],
    ['failed', 'bad'],
    ['inBin', 'neutral'],
  ];
  return (
    <Figure title={text('servers')} to="/servers">
      <strong className="figure-value number">{servers.total}</strong>
      <div className="figure-states">
        {states
          .filter(([state]) => servers[state] > 0)
          .map(([state, tone]) => (
            <Badge key={state} tone={tone}>
              <span className="number">{servers[state]}</span> {text(state)}
            </Badge>
          ))}
      </div>
    </Figure>
  );
}

function LoadFigures({ load, running }: { load: DashboardData['load']; running: number }) {
  return (
    <Figure title={text('load')}>
      {load ? (
        <div className="figure-bars">
          <Bar
            label={text('cpu')}
            percent={load.cpuPercent}
            value={`${Math.round(load.cpuPercent)}%`}
          />
          <Bar
            label={text('memory')}
            percent={(load.memoryUsedMb / Math.max(1, load.memoryTotalMb)) * 100}
            value={formatOf(formatMb(load.memoryUsedMb), formatMb(load.memoryTotalMb))}
          />
        </div>
      ) : (
        <p className="soft">{text(running > 0 ? 'noReading' : 'noLoad')}</p>
      )}
    </Figure>
  );
}

function Bar({ label, percent, value }: { label: string; percent: number; value: string }) {
  return (
    <div className="bar">
      <span>{label}</span>
      <bdi className="number">{value}</bdi>
      <div className="progress" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, Math.max(1, percent))}%` }} />
      </div>
    </div>
  );
}

function CostFigures({ cost }: { cost: DashboardData['cost'] }) {
  return (
    <Figure title={text('cost')}>
      {cost.length === 0 && <p className="soft">{text('noCost')}</p>}
      {cost.map((row) => (
        <div key={row.currency}>
          <strong className="figure-value">
            <Money amount={row.amount} currency={row.currency} />
          </strong>
          <p className="soft">
            {text('projected', { amount: formatMoney(row.projected, row.currency) })}
          </p>
        </div>
      ))}
    </Figure>
  );
}

function News({ news }: { news: DashboardData['news'] }) {
  return (
    <section className="dashboard-news" aria-label={text('news')}>
      {worstFirst(news).map((item) => (
        <div key={item.id} className={`notice notice-${item.severity}`}>
          <Icon name={item.severity === 'info' ? 'info' : 'alert'} />
          <div>
            {item.path ? (
              <Link className="link" to={item.path}>
                {item.text}
              </Link>
            ) : (
              item.text
            )}
            {item.remedy && (
              <div>
                <code dir="ltr">{item.remedy}</code>
              </div>
            )}
          </div>
        </div>
      ))}
    </section>
  );
}

const taskTones: Record<string, Tone> = {
  queued: 'neutral',
  running: 'busy',
  undoing: 'warning',
  done: 'good',
  failed: 'bad',
  cancelled: 'neutral',
};

function LatestTasks() {
  const queue = useCall('listQueue', { query: { size: '5' } }, { topics: ['task'], pollMs: 6_000 });
  return (
    <Section title={text('tasks')}>
      {queue.data?.items.length === 0 && <p className="soft">{text('noTasks')}</p>}
      <ul className="dashboard-list">
        {queue.data?.items.map((task) => (
          <li key={task.id}>
            <button type="button" className="dashboard-task link" onClick={() => openTask(task.id)}>
              <Badge tone={taskTones[task.state] ?? 'neutral'}>{task.commandInfo}</Badge>
            </button>
            <span className="soft">
              <RelativeTime at={task.dtCreate} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Busiest({ servers }: { servers: DashboardData['busiest'] }) {
  return (
    <Section title={text('busiest')}>
      <ul className="dashboard-list">
        {servers.map((server) => (
          <li key={server.id}>
            <Link className="link" to={`/servers/${server.id}`}>
              <bdi>{server.name}</bdi>
            </Link>
            <span className="soft number">
              {text('cpu')} {Math.round(server.cpuPercent)}% · {text('memory')}{' '}
              {Math.round(server.memoryPercent)}%
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
