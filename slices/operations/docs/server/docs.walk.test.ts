import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../../contract/index.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
let user: TestClient;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.signInAs('user');
}, 60_000);
afterAll(() => app.close());

it.each(Object.keys(contract))(
  'the reference shows %s with its schemas, roles and errors',
  async (operation) => {
    const answer = await user.get<{
      refusals: { code: number; text: string }[];
      roles: string[];
      access: string;
    }>(`/docs/operations/${operation}`);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.refusals.length).toBeGreaterThan(0);
    if (answer.body.access !== 'public') expect(answer.body.roles.length).toBeGreaterThan(0);
  },
);
