import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RealPortal, startRealPortal } from './testing/realPortal.ts';

let portal: RealPortal;
beforeAll(async () => {
  const build = async () => await Promise.reject(new Error('not here'));
  const imageBuilders = [
    { code: 'tiny', obstacle: async () => null, build },
    {
      code: 'debian',
      obstacle: async () =>
        'The image cannot be built: newuidmap is missing. Run: apt-get install --no-install-recommends uidmap',
      build,
    },
  ];
  portal = await startRealPortal({}, { ports: { imageBuilders } });
}, 60_000);
afterAll(() => portal.close());

interface NoticeItem {
  id: string;
  text: string;
  remedy: string | null;
  path: string | null;
}
const readNotices = async (client: RealPortal['app']['root']) =>
  (await client.get<{ news: NoticeItem[] }>('/dashboard')).body.news.filter(({ id }) =>
    id.startsWith('image.'),
  );

it('the dashboard shows root, and only root, which image isn’t built here and how to fix it', async () => {
  const { debian = '', tiny = '' } = await portal.offer(
    { code: 'debian', name: 'Debian 12', source: { kind: 'build' } },
    { code: 'tiny', source: { kind: 'build' } },
  );
  const notice = {
    id: 'image.debian.notBuilt',
    text: expect.stringMatching(
      /^The image Debian 12 can’t be built on this machine\. .*newuidmap is missing\./,
    ),
    remedy: 'apt-get install --no-install-recommends uidmap',
    path: '/hdlibrary',
  };
  expect(await readNotices(portal.app.root)).toMatchObject([notice]);
  expect(await readNotices(await portal.app.signInAs('siteAdmin'))).toEqual([]);
  const { pool } = portal.app.portal.services.database;
  await pool.query("update image set state = 'ready' where id = $1", [tiny]);
  expect(await readNotices(portal.app.root)).toMatchObject([notice]);
  await pool.query("update image set state = 'ready' where id = $1", [debian]);
  expect(await readNotices(portal.app.root)).toEqual([]);
});
