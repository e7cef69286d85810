import { Button, SegmentedControl } from '@mantine/core';
import { Control } from '../../../../web/ui/layout/Control.tsx';
import { Grid } from '../../../../web/ui/layout/Layout.tsx';
import styles from './statistics.module.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { lazy, Suspense, useMemo, useState } from 'react';
import { addressOf } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ServerAlerts } from '../../../../web/parts/statisticsParts.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatDuration } from '../../../../web/ui/values/values.tsx';
import {
  countOfReadings,
  type PartChart,
  partPanels,
  type ServerChart,
  serverPanels,
} from './panels.ts';
import { StatisticsTable } from './StatisticsTable.tsx';
import { text } from './text.ts';

const Chart = lazy(() => import('./Chart.tsx'));
const ranges = ['1h', '24h', '7d', '30d', '1y'] as const;
type Range = (typeof ranges)[number];
interface Zoom {
  from: number;
  to: number;
}

const zoomedValue = 'zoomed';
/**
 * Servers younger than this show the last hour first, because a full day would be almost empty. In
 * ms.
 */
const recentMs = 6 * 3_600_000;

const startRange = (createdAt: string): Range =>
  Date.now() - Date.parse(createdAt) < recentMs ? '1h' : '24h';

const shortestZoom = 120;
/** A line needs at least two samples. */
const minimumReadings = 2;
const tableRows = '200';
/** Minimum window width for two charts side by side, including the menu and margins, in pixels. */
const twoColumnWidth = 940;
const menuWidth = 290;

/**
 * Returns one step per chart pixel, rounded up to hundreds, so that a slightly wider window makes
 * the same request.
 */
function chartPoints(): string {
  const width = window.innerWidth > 900 ? window.innerWidth - menuWidth : window.innerWidth;
  return String(Math.min(1500, Math.ceil(width / (width >= twoColumnWidth ? 200 : 100)) * 100));
}
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

/** The load of a server or component over time, as charts and as a table, with its alerts. */
export default function Statistics({
  server,
}: {
  server: { id: string; name: string; createdAt: string };
}) {
  const [range, setRange] = useState<Range>(() => startRange(server.createdAt));
  const [zoom, setZoom] = useState<Zoom | null>(null);
  const [isTable, setTable] = useState(false);
  const [part, setPart] = useState('');
  const time = zoom ? { from: iso(zoom.from), to: iso(zoom.to) } : { range };
  const query = { ...time, points: isTable ? tableRows : chartPoints() };
  const pollOptions = zoom ? {} : { alwaysMs: range === '1h' ? 30_000 : 300_000 };
  const overview = useCall(
    'getStatistics',
    { params: { serverId: server.id }, query },
    { ...pollOptions, keepsPrevious: true },
  );
  const single = useCall(
    'getPartStatistics',
    { params: { serverId: server.id, partId: part }, query },
    { ...pollOptions, isEnabled: part !== '', keepsPrevious: true },
  );
  const answer = part === '' ? overview : single;
  const { data } = answer;
  const onZoom = (next: Zoom | null) =>
    setZoom(next && next.to - next.from >= shortestZoom ? next : next === null ? null : zoom);
  return (
    <>
      <Section
        title={text('statistics')}
        isFlush
        actions={
          <>
            <PartChoice parts={overview.data?.parts ?? []} value={part} onChange={setPart} />
            <SegmentedControl
              className={styles.statisticsRanges}
              withItemsBorders={false}
              size="xs"
              aria-label={text('range')}
              value={zoom ? zoomedValue : range}
              onChange={(next) => {
                setZoom(null);
                setRange(next as Range);
              }}
              data={[
                ...ranges.map((value) => ({ value, label: text(`r${value}`) })),
                ...(zoom ? [{ value: zoomedValue, label: text('zoomed'), disabled: true }] : []),
              ]}
            />
            {zoom && (
              <Button size="xs" variant="default" onClick={() => setZoom(null)}>
                {text('zoomOut')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={() => setTable(!isTable)}>
              {text(isTable ? 'asCharts' : 'asTable')}
            </Button>
            <Button
              component="a"
              size="xs"
              variant="default"
              leftSection={<Icon name="download" size={15} />}
              href={addressOf('getStatisticsCsv', {
                params: { serverId: server.id },
                query: { ...time, ...(part ? { part } : {}) },
              })}
              download
            >
              {text('csv')}
            </Button>
          </>
        }
      >
        {answer.isError && !data && (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        )}
        {!data && !answer.isError && <Skeleton count={8} />}
        {data && (
          <StatisticsCharts
            data={data}
            isYoung={startRange(server.createdAt) === '1h'}
            isTable={isTable}
            onZoom={onZoom}
          />
        )}
        {overview.data?.isSimulated && <p className="section-body soft">{text('simulatedNote')}</p>}
      </Section>
      <Suspense fallback={<Skeleton count={3} />}>
        <ServerAlerts server={server} />
      </Suspense>
    </>
  );
}

interface StatisticsChartsProps {
  data: ServerChart | PartChart;
  /** Whether the server was created only a few hours ago. */
  isYoung: boolean;
  isTable: boolean;
  onZoom(zoom: Zoom | null): void;
}

function StatisticsCharts({ data, isYoung, isTable, onZoom }: StatisticsChartsProps) {
  const panels = useMemo(() => ('parts' in data ? serverPanels(data) : partPanels(data)), [data]);
  const readings = countOfReadings(panels);
  if (isYoung && readings < minimumReadings)
    return <EmptyState icon="activity" title={text('beginSoon')} hint={text('beginSoonHint')} />;
  if (readings === 0) return <EmptyState icon="activity" title={text('noSamples')} />;
  if (isTable) return <StatisticsTable times={data.times} panels={panels} />;
  return (
    <Suspense fallback={<Skeleton count={8} />}>
      <Grid data-part="charts" min={460}>
        {panels.map((panel) => (
          <Chart key={panel.id} times={data.times} panel={panel} onZoom={onZoom} />
        ))}
      </Grid>
      <p className="section-body soft">
        {text('shaded', { step: formatDuration(data.stepSeconds) })}{' '}
        <span className={styles.chartHint}>{text('chartHint')}</span>
      </p>
    </Suspense>
  );
}

interface PartChoiceProps {
  parts: ServerChart['parts'];
  value: string;
  onChange(part: string): void;
}

function PartChoice({ parts, value, onChange }: PartChoiceProps) {
  return (
    <Control
      as="select"
      size="sm"
      aria-label={text('whose')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">{text('wholeServer')}</option>
      {parts.map(({ id, kind, name, detail }) => (
        <option key={id} value={id}>
          {text(kind === 'disk' ? 'diskPart' : 'nicPart', { name, detail })}
        </option>
      ))}
    </Control>
  );
}
