/**
 * Formats a document number: `{series}-{year}-{number:6}` becomes
 * `INV-2030-000042`.
 */
export function writeNumber(
  format: string,
  values: { series: string; year: number; number: number },
): string {
  return format
    .replaceAll('{series}', values.series)
    .replaceAll('{year}', String(values.year))
    .replace(/\{number(?::(\d+))?\}/, (_whole, digits: string | undefined) =>
      String(values.number).padStart(Number(digits ?? 1), '0'),
    );
}
