import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('names are sorted in natural order, in both directions', async () => {
  const owner = await app.signInAs('user');
  for (const name of ['nat-10', 'Nat-2', 'nat-1', 'nat-02b', 'other'])
    await owner.post('/groups', { name, description: '' });
  const names = async (sorting: string): Promise<string[]> => {
    const found: string[] = [];
    for (let start: string | null = ''; start !== null; ) {
      const query: string = new URLSearchParams({
        size: '10',
        sorting,
        ...(start ? { start } : {}),
      }).toString();
      const { body } = await owner.get<{ items: { name: string }[]; next: string | null }>(
        `/groups?${query}`,
      );
      found.push(...body.items.map(({ name }) => name));
      start = body.next;
    }
    return found.filter((name) => /nat|other/i.test(name));
  };
  expect(await names('name')).toEqual(['nat-1', 'Nat-2', 'nat-02b', 'nat-10', 'other']);
  expect(await names('-name')).toEqual(['other', 'nat-10', 'nat-02b', 'Nat-2', 'nat-1']);
});
