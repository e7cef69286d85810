import type { ReactNode } from 'react';
import '../ui.css';

/**
 * Names and values below each other, in as many columns as fit. Rows without a value are omitted.
 */
export function KeyValue({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className="key-value">
      {rows
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
