import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';

interface TimeZoneSelectProps {
  label: string;
  value: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The title of the empty option. Without it, a time zone is required. */
  emptyTitle?: string;
  onChange(timeZone: string): void;
}

const supported = Intl.supportedValuesOf('timeZone');

/**
 * A time zone select: the browser's zones, UTC, and the current one, which can be an older name.
 */
export function TimeZoneSelect({
  label,
  value,
  hint,
  error,
  emptyTitle,
  onChange,
}: TimeZoneSelectProps) {
  const zones = [...new Set(['UTC', ...supported, ...(value === '' ? [] : [value])])];
  return (
    <NativeSelect
      label={label}
      description={hint}
      value={value}
      error={error}
      data={[
        ...(emptyTitle === undefined ? [] : [{ value: '', label: emptyTitle }]),
        ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
