import { expect, it, vi } from 'vitest';

const reading = vi.hoisted(() => ({ direction: 'ltr' }));
vi.mock('../../texts/texts.ts', () => ({
  direction: () => reading.direction,
  leftToRight: (text: string) => text,
  locale: () => 'en-US',
}));

it('the arrow between old and new values points in the reading direction', async () => {
  const { transitionArrow } = await import('./values.tsx');
  expect(transitionArrow()).toBe('→');
  reading.direction = 'rtl';
  expect(transitionArrow()).toBe('←');
});
