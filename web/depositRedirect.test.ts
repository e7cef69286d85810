import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTransactionsLater } from './depositRedirect.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('thirty seconds after a deposit has arrived the transactions open, once', () => {
  const open = vi.fn();
  openTransactionsLater(open);
  vi.advanceTimersByTime(29_999);
  expect(open).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(open.mock.calls).toEqual([['/billing/history']]);
  vi.advanceTimersByTime(120_000);
  expect(open).toHaveBeenCalledOnce();
});

it('who stays is not taken there', () => {
  const open = vi.fn();
  openTransactionsLater(open)();
  vi.advanceTimersByTime(120_000);
  expect(open).not.toHaveBeenCalled();
});
