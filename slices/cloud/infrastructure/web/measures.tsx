import type { Answer } from '../../../../web/client.ts';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { formatGb, formatMb } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

export type Host = Answer<'listHosts'>['items'][number];

/** Capacity use as text and as a bar. */
function Measure({ value, percent }: { value: string; percent: number }) {
  return (
    <Stack gap={4} minWidth={120}>
      <span className="number">{value}</span>
      <div className="progress" aria-hidden="true">
        <span style={{ inlineSize: `${Math.min(100, Math.max(1, percent))}%` }} />
      </div>
    </Stack>
  );
}

export function CpuMeasure({ host }: { host: Host }) {
  const { loadPercent, cores } = host.cpu;
  return (
    <Measure
      value={text('cpuOf', { percent: Math.round(loadPercent), count: cores })}
      percent={loadPercent}
    />
  );
}

export function MemoryMeasure({ host }: { host: Host }) {
  return <UsageMeasure {...host.memoryMb} format={formatMb} />;
}

export function StorageMeasure({ host }: { host: Host }) {
  return <UsageMeasure {...host.storageGb} format={(gb) => formatGb(Math.round(gb))} />;
}

function UsageMeasure({
  total,
  free,
  format,
}: {
  total: number;
  free: number;
  format(amount: number): string;
}) {
  const used = total - free;
  const value = text('usedOf', { used: format(used), total: format(total) });
  return <Measure value={value} percent={(used / Math.max(1, total)) * 100} />;
}
