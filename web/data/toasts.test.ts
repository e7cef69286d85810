import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToasts, dismissAbout, toast, toastAbout } from './toasts.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());
const titles = () => currentToasts().map(({ title }) => title);

it('a toast about a creation in progress disappears when that object is created, and no other does', () => {
  toast('success', 'Saved');
  toastAbout('made:1', 'one is being made');
  toastAbout('made:2', 'two is being made');
  dismissAbout('made:1');
  expect(titles()).toEqual(['Saved', 'two is being made']);
  vi.advanceTimersByTime(5_000);
  expect(titles()).toEqual([]);
});

it('an identical toast replaces the first', () => {
  toast('success', 'Saved');
  toast('info', 'Other');
  toast('success', 'Saved');
  expect(titles()).toEqual(['Other', 'Saved']);
});
