import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTransactionsLater } from './depositRedirect.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('the transactions open once, thirty seconds after a deposit has arrived', () => {
  const open = vi.fn();
  openTransactionsLater(open);
  vi.advanceTimersByTime(29_999);
  expect(open).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(open.mock.calls).toEqual([['/billing/history']]);
  vi.advanceTimersByTime(120_000);
  expect(open).toHaveBeenCalledOnce();
});

it('a user who opts to stay isn’t redirected', () => {
  const open = vi.fn();
  openTransactionsLater(open)();
  vi.advanceTimersByTime(120_000);
  expect(open).not.toHaveBeenCalled();
});
