import { expect, it } from 'vitest';
import { createAccountLimiter } from './accountLimiter.ts';

/** Tasks that run until the test ends them. */
function trackedTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  return { begun: started, work, end: (name: string) => ends.get(name)?.() };
}

it('runs four tasks per account in parallel, the rest in order, and doesn’t delay other accounts', async () => {
  const queue = createAccountLimiter();
  const { begun, work, end } = trackedTasks();
  const mine = Array.from({ length: 7 }, (_, index) => queue.take('mine', work(`m${index}`)));
  const other = queue.take('other', work('o'));
  await expect.poll(() => begun).toEqual(['m0', 'm1', 'm2', 'm3', 'o']);
  end('m2');
  await expect.poll(() => begun.at(-1)).toBe('m4');
  const late = queue.take('mine', work('late'));
  for (const name of ['m0', 'm1', 'm3']) {
    end(name);
    await mine[Number(name.slice(1))];
  }
  await expect.poll(() => begun.slice(5)).toEqual(['m4', 'm5', 'm6', 'late']);
  for (const name of ['o', 'm4', 'm5', 'm6', 'late']) end(name);
  expect(await Promise.all([...mine, other, late])).toEqual([
    'm0',
    'm1',
    'm2',
    'm3',
    'm4',
    'm5',
    'm6',
    'o',
    'late',
  ]);
});

it('continues after a failed task', async () => {
  const queue = createAccountLimiter();
  const failing = Array.from({ length: 6 }, (_, index) =>
    queue.take('mine', async () => Promise.reject(new Error(`${index}`))),
  );
  for (const [index, one] of failing.entries()) await expect(one).rejects.toThrow(`${index}`);
  expect(await queue.take('mine', async () => 'done')).toBe('done');
});

it('rejects further tasks of an account that already has five hundred waiting', async () => {
  const queue = createAccountLimiter();
  const { work, end, begun } = trackedTasks();
  const acquired = Array.from({ length: 504 }, (_, index) => queue.take('mine', work(`${index}`)));
  await expect(queue.take('mine', work('more'))).rejects.toMatchObject({
    retryAfterSeconds: 5,
    reasons: [{ name: 'slowDown' }],
  });
  for (let index = 0; index < 504; index++) {
    await expect.poll(() => begun.length, { interval: 1 }).toBeGreaterThan(index);
    end(`${index}`);
    await acquired[index];
  }
  expect(await queue.take('mine', async () => 'again')).toBe('again');
});
