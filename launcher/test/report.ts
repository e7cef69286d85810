import { duration } from '../output.ts';

/** The result of one part of the tests. */
export interface PartResult {
  part: string;
  passed: number;
  failed: number;
  skipped: number;
  ms: number;
  /** Why something was skipped or counted as failed, one sentence each. */
  notes: string[];
}

/**
 * The final table, the notes, and a last line with only the counts, which CI reads. `ms`: total
 * duration.
 */
export function reportText(results: readonly PartResult[], ms: number): string {
  const total = (key: 'passed' | 'failed' | 'skipped') =>
    results.reduce((sum, result) => sum + result[key], 0);
  const header = ['part', 'passed', 'failed', 'skipped', 'time'];
  const rows = results.map(({ part, passed, failed, skipped, ms }) => [
    part,
    String(passed),
    String(failed),
    String(skipped),
    duration(ms),
  ]);
  const sum = [
    'all',
    String(total('passed')),
    String(total('failed')),
    String(total('skipped')),
    duration(ms),
  ];
  const notes = results.flatMap(({ part, notes }) => notes.map((note) => `${part}: ${note}`));
  return [
    ...tableLines([header, ...rows, sum]),
    '',
    ...notes,
    ...(notes.length > 0 ? [''] : []),
    countsLine(total('passed'), total('failed'), total('skipped')),
  ].join('\n');
}

/** `12 passed, 0 failed` or `12 passed, 0 failed, 3 skipped`. */
function countsLine(passed: number, failed: number, skipped: number): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The first column is left-aligned, the others right-aligned. */
function tableLines(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}
