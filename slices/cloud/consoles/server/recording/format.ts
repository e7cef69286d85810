import type { ConsoleKind } from '../tables.ts';

/** Terminals are recorded as text, screens as binary data. */
export const isText = (kind: ConsoleKind): boolean => kind === 'serial' || kind === 'ssh';

/**
 * asciicast v2 (docs.asciinema.org): a JSON header line, then one line per event with seconds and
 * type: `o` output, `i` input, `r` resize.
 */
export function formatCastHeader(startedAt: Date, title: string): Buffer {
  const header = {
    version: 2,
    width: 80,
    height: 24,
    timestamp: Math.floor(startedAt.getTime() / 1000),
    title,
    env: { TERM: 'xterm-256color' },
  };
  return Buffer.from(`${JSON.stringify(header)}\n`);
}

export const formatCastEvent = (ms: number, kind: 'o' | 'i' | 'r', text: string): Buffer =>
  Buffer.from(`${JSON.stringify([ms / 1000, kind, text])}\n`);

/**
 * The header of screen recordings: a JSON line, followed by frames of raw bytes (RFB or Guacamole
 * instructions).
 */
export const screenHeader = (kind: ConsoleKind, startedAt: Date, title: string): Buffer =>
  Buffer.from(
    `${JSON.stringify({ version: 1, kind, timestamp: Math.floor(startedAt.getTime() / 1000), title })}\n`,
  );

/**
 * A frame: time in ms, direction (0 from the server, 1 input), length, bytes. Numbers are
 * big-endian.
 */
export function frame(ms: number, direction: 'o' | 'i', bytes: Buffer): Buffer {
  const header = Buffer.alloc(9);
  header.writeUInt32BE(ms, 0);
  header.writeUInt8(direction === 'o' ? 0 : 1, 4);
  header.writeUInt32BE(bytes.length, 5);
  return Buffer.concat([header, bytes]);
}
