import type { AuditVerdict } from './audit.ts';
import { firstHash, sealHash } from './audit.ts';

/** The first line of an exported log. */
export interface ExportHeader {
  format: 'cloudberth-log-1';
  exportedAt: string;
  /** Sequence numbers of the first and last entries. 0 if there are none. */
  from: number;
  to: number;
  entries: number;
  /**
   * Whether the file contains every entry between the two, so that a missing entry is detected. A
   * filtered export has gaps.
   */
  isWhole: boolean;
}

/**
 * Every further line: one entry with its seal. `entry` is the text that the seal covers, as
 * PostgreSQL formatted it.
 */
export interface ExportedEntry {
  sequence: number;
  /** The hash of the previous entry in the chain, in hexadecimal. */
  previous: string;
  /** Hex. */
  hash: string;
  entry: string;
}

export type ExportVerdict = Pick<AuditVerdict, 'checked' | 'firstBroken'> & {
  isWhole: boolean;
  /** The hash of the last entry, to compare with the portal's value. */
  head: string;
};

/**
 * Reads an exported log line by line and reports the first entry that was changed, removed, added,
 * or moved. Needs only the file, because each seal covers the entry and the previous seal.
 */
export async function verifyExport(lines: AsyncIterable<string>): Promise<ExportVerdict> {
  let header: ExportHeader | null = null;
  let last: { sequence: number; hash: string } | null = null;
  let checked = 0;
  const verdict = (firstBroken: ExportVerdict['firstBroken']): ExportVerdict => ({
    checked,
    firstBroken,
    isWhole: header?.isWhole ?? false,
    head: last?.hash ?? '',
  });
  const brokenAt = (sequence: number, problem: string, entryId = 0) =>
    verdict({ sequence, entryId, problem });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    if (!header) {
      header = parseHead(line);
      if (!header)
        return brokenAt(
          0,
          'this is no log that the portal exported: its first line is not the head of one',
        );
      continue;
    }
    const found = parseEntry(line);
    const expected = last ? last.sequence + 1 : header.from;
    if (!found) return brokenAt(expected, 'the line is not an entry');
    const order = orderProblem(found, last, header);
    if (order) return brokenAt(order.sequence, order.problem, entryIdOf(found.entry));
    if (
      !sealHash(Buffer.from(found.previous, 'hex'), found.entry).equals(
        Buffer.from(found.hash, 'hex'),
      )
    )
      return brokenAt(found.sequence, 'the entry or its seal was changed', entryIdOf(found.entry));
    last = { sequence: found.sequence, hash: found.hash };
    checked += 1;
  }
  if (!header) return brokenAt(0, 'the file is empty');
  if (checked < header.entries)
    return brokenAt(
      header.isWhole ? (last?.sequence ?? header.from - 1) + 1 : header.to,
      'the end is missing',
    );
  return verdict(null);
}

/**
 * Checks that an entry follows its predecessor, links to its hash, and is within the range of the
 * header.
 */
function orderProblem(
  { sequence, previous }: ExportedEntry,
  last: { sequence: number; hash: string } | null,
  header: ExportHeader,
): { sequence: number; problem: string } | null {
  const expected = last ? last.sequence + 1 : header.from;
  if (header.isWhole && sequence > expected)
    return { sequence: expected, problem: 'the entry is missing' };
  if (sequence < expected)
    return { sequence, problem: 'the entry was added, or stands in another place' };
  if (sequence > header.to) return { sequence, problem: 'the entry was added after the end' };
  if (sequence === 1 && previous !== firstHash.toString('hex'))
    return { sequence, problem: 'the chain does not begin here' };
  if (last && sequence === last.sequence + 1 && previous !== last.hash)
    return { sequence, problem: 'the entry is not joined to the one before it' };
  return null;
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function parseHead(line: string): ExportHeader | null {
  const value = parse(line);
  return value?.format === 'cloudberth-log-1' &&
    [value.from, value.to, value.entries].every(Number.isSafeInteger)
    ? (value as unknown as ExportHeader)
    : null;
}

function parseEntry(line: string): ExportedEntry | null {
  const value = parse(line);
  if (!value || !Number.isSafeInteger(value.sequence) || typeof value.entry !== 'string')
    return null;
  const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
  return isHash(value.previous) && isHash(value.hash) ? (value as unknown as ExportedEntry) : null;
}

/** The ID is the first element of the sealed text. */
function entryIdOf(entry: string): number {
  return Number(/^\[(\d+)/.exec(entry)?.[1] ?? 0);
}
