import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { Box } from '../../../../web/ui/layout/Layout.tsx';
import styles from './statistics.module.css';
import 'uplot/dist/uPlot.min.css';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { describeValue, type Panel } from './panels.ts';
import { text } from './text.ts';
import { timeLabels } from './timeAxis.ts';

const height = 190;
const narrowestAxis = 48;
/** rem */
const axisType = 0.75;
const minimumPx = 8;

interface ChartProps {
  times: number[];
  panel: Panel;
  /** Both in seconds since 1970. Null resets the zoom. */
  onZoom(part: { from: number; to: number } | null): void;
}

/**
 * A chart over time. Lines are means, and the shaded area extends from minimum to maximum. All
 * charts of the page share a crosshair, which follows the mouse, touch and the arrow keys. Its
 * values are also announced to screen readers.
 */
export default function Chart({ times, panel, onZoom }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const plotted = useRef<uPlot | null>(null);
  const latest = useRef<ChartProps>({ times, panel, onZoom });
  latest.current = { times, panel, onZoom };
  const [announcement, setAnnouncement] = useState('');
  const kind = panel.series.map(({ label }) => label).join(' ');
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const plot = new uPlot(optionsOf(element, latest), dataOf(latest.current), element);
    plotted.current = plot;
    trackTouch(plot);
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
      plotted.current = null;
    };
  }, [kind]);
  useEffect(() => {
    plotted.current?.setData(dataOf({ times, panel }));
  }, [times, panel]);
  const move = (event: React.KeyboardEvent) => {
    const plot = plotted.current;
    if (!plot) return;
    const index = placeFor(event.key, plot.cursor.idx ?? times.length - 1, times.length);
    if (index !== null) {
      plot.setCursor({ left: plot.valToPos(times[index] ?? 0, 'x'), top: height / 3 });
      const descriptions = panel.series.map(
        (series) => `${series.label} ${describeValue(panel, series, index)}`,
      );
      setAnnouncement(
        `${formatMoment(new Date((times[index] ?? 0) * 1000).toISOString())}: ${descriptions.join(', ')}`,
      );
    } else if (event.key === '+' || event.key === '=')
      onZoom(windowAround(times, plot.cursor.idx ?? times.length - 1));
    else if (event.key === '-') onZoom(null);
    else return;
    event.preventDefault();
  };
  return (
    <Box
      as="figure"
      className={styles.chart}
      data-part="chart"
      p="6px 12px 12px"
      data-from={times[0]}
    >
      <h3>{panel.title}</h3>
      {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for charts */}
      <div
        ref={container}
        dir="ltr"
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair is moved with the keyboard
        tabIndex={0}
        aria-label={panel.title}
        onKeyDown={move}
      />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </Box>
  );
}

/** Returns the position a key moves to. Null for other keys. */
function placeFor(key: string, from: number, count: number): number | null {
  const stepsByKey: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    PageUp: -Math.ceil(count / 10),
    PageDown: Math.ceil(count / 10),
  };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = stepsByKey[key];
  return step === undefined ? null : Math.min(count - 1, Math.max(0, from + step));
}

/** Returns a quarter of the period, centered on the position. */
function windowAround(times: readonly number[], index: number): { from: number; to: number } {
  const halfWindow = Math.max(4, Math.round(times.length / 8));
  return {
    from: times[Math.max(0, index - halfWindow)] ?? 0,
    to: times[Math.min(times.length - 1, index + halfWindow)] ?? 0,
  };
}

/** The mean, minimum and maximum of each series, in this order. */
const dataOf = ({ times, panel }: Pick<ChartProps, 'times' | 'panel'>): uPlot.AlignedData =>
  [
    times,
    ...panel.series.flatMap(({ means, lows, highs }) => [means, lows, highs]),
  ] as uPlot.AlignedData;

/** `latest` contains the current chart data at drawing time. */
function optionsOf(element: HTMLElement, latest: { current: ChartProps }): uPlot.Options {
  const { panel } = latest.current;
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const strokes = [color('--brand-text'), color('--warning')];
  const type = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const font = `${type * axisType}px ${style.fontFamily}`;
  const axis = {
    font,
    stroke: color('--ink-soft'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { stroke: color('--line') },
  };
  const shade = (index: number, fraction: number) =>
    `color-mix(in srgb, ${strokes[index]} ${fraction}%, transparent)`;
  return {
    width: element.clientWidth,
    height,
    cursor: { sync: { key: 'server-statistics' }, drag: { x: true, y: false, setScale: false } },
    scales: {
      x: { range: () => [latest.current.times[0] ?? 0, latest.current.times.at(-1) ?? 0] },
      y: { range: (_plot, _min, max) => [0, latest.current.panel.max ?? Math.max(1, max * 1.1)] },
    },
    axes: [
      {
        ...axis,
        values: (_plot, splits) => timeLabels(splits, (splits[1] ?? 0) - (splits[0] ?? 0)),
      },
      {
        ...{ ...axis, size: labelsWidth, ...(panel.steps ? { incrs: [...panel.steps] } : {}) },
        values: (_plot, values) => values.map((value) => panel.format(value)),
      },
    ],
    series: [
      {
        value: (_plot, at) => (at === null ? '–' : formatMoment(new Date(at * 1000).toISOString())),
        label: text('time'),
      },
      ...panel.series.flatMap((series, index) => [
        {
          ...{ label: series.label, stroke: strokes[index] ?? color('--ink'), width: 1.6 },
          ...(index === 0 ? {} : { dash: [4, 3] }),
          value: (_plot: uPlot, _value: number | null, _series: number, at: number | null) =>
            at === null ? '–' : describePoint(latest.current.panel, index, at),
        },
        { class: styles.chartEdge, points: { show: false } },
        { class: styles.chartEdge, points: { show: false } },
      ]),
    ],
    bands: panel.series.map(
      (_series, index) =>
        ({ series: [3 * index + 3, 3 * index + 2], fill: shade(index, 20) }) as uPlot.Band,
    ),
    hooks: {
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width >= minimumPx)
            latest.current.onZoom({
              from: Math.round(plot.posToVal(left, 'x')),
              to: Math.round(plot.posToVal(left + width, 'x')),
            });
          if (width > 0) plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/**
 * Returns the axis width in pixels from its widest label, because labels are clipped instead of
 * wrapped.
 */
function labelsWidth(plot: uPlot, labels: string[] | null): number {
  const { font, ticks, gap } = plot.axes[1] ?? {};
  plot.ctx.font = Array.isArray(font) ? font[0] : (font ?? '');
  const maxWidth =
    Math.max(0, ...(labels ?? []).map((word) => plot.ctx.measureText(word).width)) /
    devicePixelRatio;
  return Math.max(narrowestAxis, Math.ceil(maxWidth + (ticks?.size ?? 0) + (gap ?? 0)));
}

const describePoint = (panel: Panel, index: number, at: number): string => {
  const series = panel.series[index];
  return series ? describeValue(panel, series, at) : '–';
};

/** Horizontal touch movement moves the crosshair, and vertical movement still scrolls the page. */
function trackTouch(plot: uPlot): void {
  plot.over.addEventListener('pointermove', (event) => {
    if (event.pointerType === 'mouse') return;
    const { left, top } = plot.over.getBoundingClientRect();
    plot.setCursor({ left: event.clientX - left, top: event.clientY - top });
  });
}
