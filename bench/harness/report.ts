/** A measured value with its limit. */
export interface Mark {
  what: string;
  value: number;
  unit: string;
  /** `most`: the value must not exceed the limit. `least`: it must not be lower. */
  kind: 'most' | 'least';
  limit: number;
}

/** Prints the values with their limits, and sets exit code 1 if a limit is missed. */
export function reportMarks(marks: readonly Mark[]): void {
  for (const mark of marks) {
    const isMet = mark.kind === 'most' ? mark.value <= mark.limit : mark.value >= mark.limit;
    const sign = mark.kind === 'most' ? '≤' : '≥';
    process.stdout.write(
      `${isMet ? 'ok    ' : 'MISSED'} ${mark.what}: ${rounded(mark.value)} ${mark.unit} (mark ${sign} ${mark.limit})\n`,
    );
    if (!isMet) process.exitCode = 1;
  }
}

const rounded = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
