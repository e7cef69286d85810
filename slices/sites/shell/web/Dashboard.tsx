import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { openTask } from '../../../../web/data/openTask.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { type Path, pathOfAnswer } from '../../../../web/navigation.ts';
import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { PlainButton } from '../../../../web/ui/layout/Control.tsx';
import { Box, Grid, Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { formatMb, formatOf, Money, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { bySeverityFirst } from './bySeverityFirst.ts';
import styles from './dashboard.module.css';
import dashboardTexts from './texts/en.json';

await loadArea(
  'dashboard',
  dashboardTexts,
  import.meta.glob(['./texts/*.json', '!./texts/en.json'], { import: 'default' }),
);
const text = textsOf<typeof dashboardTexts>('dashboard');

type DashboardData = Answer<'dashboard'>;

/** The dashboard: servers, load, cost, tasks, and notices. */
export default function Dashboard(): ReactNode {
  const dashboard = useCall(
    'dashboard',
    {},
    {
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
      {data.news.length > 0 && <Notices news={data.news} />}
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
      {data.billingWork && showsWork(data) && <BillingWork work={data.billingWork} />}
      {(data.servers || data.cost.length > 0) && (
        <Grid min={260} gap={20}>
          {data.servers && <ServerFigures servers={data.servers} />}
          {data.servers && <LoadFigures load={data.load} running={data.servers.on} />}
          <CostFigures cost={data.cost} />
        </Grid>
      )}
      <div className="columns">
        <LatestTasks />
        {data.busiest.length > 0 && <Busiest servers={data.busiest} />}
      </div>
    </>
  );
}

const SafeHtml = lazy(async () => ({
  default: (await import('../../../../web/ui/SafeHtml.tsx')).SafeHtml,
}));

/** The site's welcome text. Renders nothing if there is none. */
function Welcome() {
  const welcome = useCall('userWelcomePage', {});
  if (!welcome.data?.html) return null;
  return (
    <Section>
      <Suspense fallback={<Skeleton count={2} />}>
        <SafeHtml html={welcome.data.html} />
      </Suspense>
    </Section>
  );
}

function DashboardFigure({
  title,
  to,
  children,
}: {
  title: string;
  to?: Path;
  children: ReactNode;
}) {
  return (
    <Box as="section" className={styles.figure} p="16px 18px" isRaised isFramed isRounded>
      <Text as="h2" mb={10} size="sm" weight={600} tone="soft">
        {to ? <Link to={to}>{title}</Link> : title}
      </Text>
      {children}
    </Box>
  );
}

/** Users with servers see billing work only if something is pending. Other users always see it. */
const showsWork = ({ servers, billingWork }: DashboardData): boolean =>
  servers === null || (billingWork ?? []).some(({ count }) => count > 0);

function BillingWork({ work }: { work: NonNullable<DashboardData['billingWork']> }) {
  return (
    <Grid
      as="section"
      className={styles.dashboardWork}
      min={260}
      gap={20}
      aria-label={text('billingWork')}
    >
      {work.map(({ id, count, path }) => (
        <DashboardFigure key={id} title={text(`work_${id}`)} to={pathOfAnswer(path)}>
          <Text as="strong" className="number" size="1.75rem" weight={600} letterSpacing="-0.02em">
            {count}
          </Text>
        </DashboardFigure>
      ))}
    </Grid>
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
    <DashboardFigure title={text('servers')} to="/servers">
      <Text as="strong" className="number" size="1.75rem" weight={600} letterSpacing="-0.02em">
        {servers.total}
      </Text>
      <Row gap="4px 16px" mt={8}>
        {states
          .filter(([state]) => servers[state] > 0)
          .map(([state, tone]) => (
            <Badge key={state} tone={tone}>
              <span className="number">{servers[state]}</span> {text(state)}
            </Badge>
          ))}
      </Row>
    </DashboardFigure>
  );
}

function LoadFigures({ load, running }: { load: DashboardData['load']; running: number }) {
  return (
    <DashboardFigure title={text('load')}>
      {load ? (
        <Stack gap={12}>
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
        </Stack>
      ) : (
        <p className="soft">{text(running > 0 ? 'noReading' : 'noLoad')}</p>
      )}
    </DashboardFigure>
  );
}

function Bar({ label, percent, value }: { label: string; percent: number; value: string }) {
  return (
    <Grid className={styles.bar} columns="1fr auto" gap="5px 12px">
      <span>{label}</span>
      <bdi className="number">{value}</bdi>
      <div className="progress" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, Math.max(1, percent))}%` }} />
      </div>
    </Grid>
  );
}

function CostFigures({ cost }: { cost: DashboardData['cost'] }) {
  return (
    <DashboardFigure title={text('cost')}>
      {cost.length === 0 && <p className="soft">{text('noCost')}</p>}
      {cost.map((row) => (
        <div key={row.currency}>
          <Text as="strong" size="1.75rem" weight={600} letterSpacing="-0.02em">
            <Money amount={row.amount} currency={row.currency} />
          </Text>
          <p className="soft">
            {text('projected', { amount: formatMoney(row.projected, row.currency) })}
          </p>
        </div>
      ))}
    </DashboardFigure>
  );
}

function Notices({ news }: { news: DashboardData['news'] }) {
  return (
    <Stack as="section" gap={8} aria-label={text('news')}>
      {bySeverityFirst(news).map((item) => (
        <div key={item.id} className={`notice notice-${item.severity}`}>
          <Icon name={item.severity === 'info' ? 'info' : 'alert'} />
          <div>
            {item.path ? (
              <Link className="link" to={pathOfAnswer(item.path)}>
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
    </Stack>
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
  const queue = useCall('listQueue', { query: { size: '5' } }, { pollMs: 6_000 });
  return (
    <Section title={text('tasks')}>
      {queue.data?.items.length === 0 && <p className="soft">{text('noTasks')}</p>}
      <Stack as="ul" className={styles.dashboardList} gap={10}>
        {queue.data?.items.map((task) => (
          <Row
            as="li"
            isNowrap
            justify="space-between"
            gap={16}
            childFlex="0 1 auto"
            wrap="anywhere"
            key={task.id}
          >
            <PlainButton
              className="link"
              data-part="dashboard-task"
              onClick={() => openTask(task.id)}
            >
              <Badge tone={taskTones[task.state] ?? 'neutral'}>{task.commandInfo}</Badge>
            </PlainButton>
            <span className="soft">
              <RelativeTime at={task.dtCreate} />
            </span>
          </Row>
        ))}
      </Stack>
    </Section>
  );
}

function Busiest({ servers }: { servers: DashboardData['busiest'] }) {
  return (
    <Section title={text('busiest')}>
      <Stack as="ul" className={styles.dashboardList} gap={10}>
        {servers.map((server) => (
          <Row
            as="li"
            isNowrap
            justify="space-between"
            gap={16}
            childFlex="0 1 auto"
            wrap="anywhere"
            key={server.id}
          >
            <Link className="link" to={`/servers/${server.id}`}>
              <bdi>{server.name}</bdi>
            </Link>
            <span className="soft number">
              {text('cpu')} {Math.round(server.cpuPercent)}% · {text('memory')}{' '}
              {Math.round(server.memoryPercent)}%
            </span>
          </Row>
        ))}
      </Stack>
    </Section>
  );
}
