import { describe, expect, it } from 'vitest';
import {
  formatCastEvent,
  formatCastHeader,
  frame,
  screenHeader,
} from '../../server/recording/format.ts';
import { lengthOf, parseAsciicast, parseFrames, withoutSilences } from './timeline.ts';

const recordingStart = new Date('2026-01-01T00:00:00Z');

describe('replay of a recording', () => {
  it('of a terminal shows the output and size, but not the input', () => {
    const recording = [
      formatCastHeader(recordingStart, 'web-1'),
      formatCastEvent(0, 'r', '100x30'),
      formatCastEvent(1500, 'o', 'שלום\r\n'),
      formatCastEvent(1600, 'i', 'secret'),
    ];
    expect(parseAsciicast(Buffer.concat(recording).toString())).toEqual([
      { at: 0, what: { kind: 'r', columns: 100, rows: 30 } },
      { at: 1500, what: { kind: 'o', text: 'שלום\r\n' } },
    ]);
  });

  it('of a screen returns the server’s bytes with their times', () => {
    const recording = [
      screenHeader('vnc', recordingStart, 'web-1'),
      frame(7, 'o', Buffer.from('RFB')),
      frame(8, 'i', Buffer.from('key')),
      frame(70_000, 'o', Buffer.from([0, 10, 255])),
    ];
    const frames = parseFrames(new Uint8Array(Buffer.concat(recording)));
    expect(frames.map(({ at, what }) => [at, [...what]])).toEqual([
      [7, [82, 70, 66]],
      [70_000, [0, 10, 255]],
    ]);
  });

  it('that was cut off ends with the last complete frame', () => {
    const castFile = Buffer.concat([
      formatCastHeader(recordingStart, 'a'),
      formatCastEvent(1, 'o', 'whole'),
      formatCastEvent(2, 'o', 'half'),
    ]);
    expect(parseAsciicast(castFile.subarray(0, -5).toString())).toHaveLength(1);
    const screen = Buffer.concat([
      screenHeader('vnc', recordingStart, 'a'),
      frame(1, 'o', Buffer.from('whole')),
      frame(2, 'o', Buffer.from('half')),
    ]);
    for (let missing = 1; missing <= 13; missing++)
      expect(parseFrames(new Uint8Array(screen.subarray(0, -missing)))).toHaveLength(1);
    expect(parseFrames(new Uint8Array())).toEqual([]);
  });
});

it('shortens only idle time', () => {
  const moments = [0, 100, 10_100, 10_200, 60_200].map((at) => ({ at, what: at }));
  const shortened = withoutSilences(moments, 1000);
  expect(shortened.map(({ at }) => at)).toEqual([0, 100, 1100, 1200, 2200]);
  expect(lengthOf(shortened)).toBe(2200);
  expect(withoutSilences(moments, 100_000)).toEqual(moments);
});
