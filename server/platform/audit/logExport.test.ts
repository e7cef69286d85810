import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstHash, sealHash } from './audit.ts';
import { type ExportedEntry, type ExportHeader, verifyExport } from './logExport.ts';

/**
 * Builds a log as the portal would export it, with `count` entries, each linked to the previous
 * one.
 */
function makeLog(count: number): { head: ExportHeader; entries: ExportedEntry[] } {
  const entries: ExportedEntry[] = [];
  let previous: Buffer = firstHash;
  for (let sequence = 1; sequence <= count; sequence++) {
    const entry = JSON.stringify([
      sequence + 1000,
      '2030-01-01T00:00:00.000000Z',
      null,
      `user ${sequence}`,
      'updateSetting',
      { a: sequence },
    ]);
    const hash = sealHash(previous, entry);
    entries.push({
      sequence,
      previous: previous.toString('hex'),
      hash: hash.toString('hex'),
      entry,
    });
    previous = hash;
  }
  return {
    head: {
      format: 'cloudberth-log-1',
      exportedAt: '2030-01-01T00:00:00.000Z',
      from: 1,
      to: count,
      entries: count,
      isWhole: true,
    },
    entries,
  };
}

async function* linesOf(header: unknown, entries: readonly unknown[]): AsyncGenerator<string> {
  yield JSON.stringify(header);
  for (const entry of entries) yield typeof entry === 'string' ? entry : JSON.stringify(entry);
}

const count = 200;
const log = makeLog(count);
const verify = (entries: readonly unknown[], header: unknown = log.head) =>
  verifyExport(linesOf(header, entries));
const copy = (): ExportedEntry[] => log.entries.map((entry) => ({ ...entry }));
const nth = (entries: ExportedEntry[], index: number): ExportedEntry =>
  entries[index] as ExportedEntry;

type Tampering = (entries: ExportedEntry[], index: number, other: number) => unknown[];

/** Each manipulation takes the log and an index, and makes the log invalid from that index on. */
const tamperings: Record<string, Tampering> = {
  'an entry changed': (entries, index, other) => {
    const entry = nth(entries, index);
    const position = other % entry.entry.length;
    entry.entry = `${entry.entry.slice(0, position)}${entry.entry[position] === 'x' ? 'y' : 'x'}${entry.entry.slice(position + 1)}`;
    return entries;
  },
  'a seal changed': (entries, index) => {
    nth(entries, index).hash = 'a'.repeat(64);
    return entries;
  },
  'an entry changed and sealed anew': (entries, index) => {
    const entry = nth(entries, index);
    entry.entry = entry.entry.replace('updateSetting', 'renameServer');
    entry.previous = 'b'.repeat(64);
    entry.hash = sealHash(Buffer.from(entry.previous, 'hex'), entry.entry).toString('hex');
    return entries;
  },
  'an entry deleted': (entries, position) => entries.filter((_entry, index) => index !== position),
  'a forged entry inserted': (entries, index) => {
    const previous = index === 0 ? firstHash.toString('hex') : nth(entries, index - 1).hash;
    const forged = {
      sequence: index + 1,
      previous,
      hash: sealHash(Buffer.from(previous, 'hex'), '[1]').toString('hex'),
      entry: '[1]',
    };
    return [...entries.slice(0, index), forged, ...entries.slice(index)];
  },
  'two entries exchanged': (entries, index, other) => {
    const later = index + 1 + (other % Math.max(1, entries.length - index - 1));
    if (later >= entries.length) return entries.slice(0, index);
    const [first, second] = [nth(entries, index), nth(entries, later)];
    entries[index] = second;
    entries[later] = first;
    return entries;
  },
  'the rest cut off': (entries, index) => entries.slice(0, index),
  'a line made unreadable': (entries, index) => [
    ...entries.slice(0, index),
    '{"half',
    ...entries.slice(index + 1),
  ],
};

describe('an exported log', () => {
  it('verifies unchanged', async () => {
    expect(await verify(log.entries)).toEqual({
      checked: count,
      firstBroken: null,
      isWhole: true,
      head: log.entries.at(-1)?.hash,
    });
  });

  it('with 1,000 random manipulations reports the first invalid entry each time', async () => {
    const kinds = Object.keys(tamperings);
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.nat(count - 1),
        fc.nat(100_000),
        async (kind, index, other) => {
          seen.add(kind);
          const verdict = await verify((tamperings[kind] as Tampering)(copy(), index, other));
          expect(verdict.firstBroken?.sequence, `${kind} at ${index + 1}`).toBe(index + 1);
          expect(verdict.checked).toBeLessThanOrEqual(index + 1);
        },
      ),
      { numRuns: 1000, examples: kinds.map((kind): [string, number, number] => [kind, 5, 7]) },
    );
    expect(seen.size).toBe(kinds.length);
  });

  it('of a filtered selection can have gaps, and each entry is still verified by its hash', async () => {
    const entries = copy().filter((entry) => entry.sequence % 3 === 0);
    const header = { ...log.head, from: 3, to: 198, entries: entries.length, isWhole: false };
    expect(await verify(entries, header)).toMatchObject({
      checked: 66,
      firstBroken: null,
      isWhole: false,
    });
    nth(entries, 10).entry = '[1034]';
    expect((await verify(entries, header)).firstBroken).toEqual({
      sequence: 33,
      entryId: 1034,
      problem: expect.stringContaining('changed'),
    });
    expect((await verify(entries.slice(0, 10), header)).firstBroken?.problem).toContain('end');
  });

  it.each([
    ['empty', []],
    ['without a head', [JSON.stringify(log.entries[0])]],
    ['of something else', ['name,email']],
  ])('that is %s isn’t valid', async (_case, lines) => {
    async function* entries() {
      yield* lines;
    }
    expect((await verifyExport(entries())).firstBroken?.sequence).toBe(0);
  });
});
