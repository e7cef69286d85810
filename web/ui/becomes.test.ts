import { expect, it, vi } from 'vitest';

const reading = vi.hoisted(() => ({ direction: 'ltr' }));
vi.mock('../texts/texts.ts', () => ({ direction: () => reading.direction, leftToRight: (words: string) => words, locale: () => 'en-US' }));

it('the arrow between what was and what becomes of it points on in the direction of reading', async () => {
  const { becomes } = await import('./values.tsx');
  expect(becomes()).toBe('→');
  reading.direction = 'rtl';
  expect(becomes()).toBe('←');
});
