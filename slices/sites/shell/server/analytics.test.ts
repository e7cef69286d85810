import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it.each([
  ['ga4TrackerId', 'G-AB12CD34EF', ['GTM-AB12CD3', 'AW-1234', 'G-', 'G-ab']],
  ['gaAdsTrackerId', 'AW-123456789', ['GTM-AB12CD3', 'G-AB12', 'AW-', 'AW-X']],
  ['gaTrackerId', 'UA-12345678-1', ['GTM-AB12CD3', 'G-AB12', 'UA-']],
])(
  'a site that sets %s loads the tag of that product only, never a container that can load other tags',
  async (id, right, invalidId) => {
    const admin = await app.signInAs('siteAdmin');
    const put = (value: string) => admin.put(`/settings/analytics.${id}`, { value });
    for (const value of invalidId) expect((await put(value)).status, value).toBe(422);
    expect((await put(right)).status).toBe(200);
    expect((await admin.get('/ga')).body).toMatchObject({ [id]: right });
    expect((await put('')).status).toBe(200);
  },
);
