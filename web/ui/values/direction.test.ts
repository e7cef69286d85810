import { describe, expect, it, vi } from 'vitest';

const language = vi.hoisted(() => ({ isHebrew: false }));
vi.mock('../../texts/texts.ts', async (original) => ({
  ...(await original<object>()),
  locale: () => (language.isHebrew ? 'he-IL' : 'en-US'),
  leftToRight: (text: string) => (language.isHebrew ? `\u2066${text}\u2069` : text),
  isolateDirections: (text: string) => (language.isHebrew ? `\u2067${text}\u2069` : text),
}));
const { formatBytes, formatDisks, formatGb, formatMb, formatMoment, formatOf, formatRelative } =
  await import('./values.tsx');

const asHebrew = <T>(write: () => T): T => {
  language.isHebrew = true;
  try {
    return write();
  } finally {
    language.isHebrew = false;
  }
};

describe('in Hebrew text', () => {
  it.each([
    ['512 MB', () => formatMb(512)],
    ['20 GB', () => formatGb(20)],
    ['1.5 TB', () => formatGb(1500)],
    ['500 B', () => formatBytes(500)],
  ])('%s is written left to right everywhere, and is unchanged in English', (content, write) => {
    expect(asHebrew(write)).toBe(`\u2066${content}\u2069`);
    expect(write()).toBe(content);
  });

  it('the part comes before the whole, and the first disk before the second', () => {
    expect(asHebrew(() => formatOf(formatMb(22), formatMb(128)))).toBe(
      '\u2066\u206622 MB\u2069 / \u2066128 MB\u2069\u2069',
    );
    expect(asHebrew(() => formatDisks([20, 300]))).toBe(
      '\u2066\u206620 GB\u2069 + \u2066300 GB\u2069\u2069',
    );
    expect([formatOf('22 MB', '128 MB'), formatDisks([20, 300])]).toEqual([
      '22 MB / 128 MB',
      '20 GB + 300 GB',
    ]);
  });

  it('a date starts at the right even in left-to-right content such as a chart', () => {
    expect(asHebrew(() => formatMoment('2026-11-24T12:00:00Z'))).toMatch(
      /^\u2067.*בנוב.*2026.*\u2069$/,
    );
    expect(formatMoment('2026-11-24T12:00:00Z')).toMatch(/^Nov 24, 2026/);
  });

  it.each([
    [-60, 'לפני דקה'],
    [-3600, 'לפני שעה'],
    [-7200, 'לפני שעתיים'],
    [60, 'בעוד דקה'],
    [-180, 'לפני 3 דקות'],
    [-86_400, 'אתמול'],
  ])('%i seconds from now are written as in the language: %s', (seconds, expected) => {
    const now = Date.parse('2026-11-24T12:00:00Z');
    expect(asHebrew(() => formatRelative(new Date(now + seconds * 1000).toISOString(), now))).toBe(
      expected,
    );
  });
});
