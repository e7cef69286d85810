import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../server/testing/app.ts';
import type { TestClient } from '../../../../../server/testing/client.ts';
import { makerFor } from '../testing/serverMaker.ts';

let app: TestApp;
let owner: TestClient;
let target: { id: string; address: string; mac: string };
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.signInAs('user');
  const maker = await makerFor(owner);
  await maker.make({ name: 'another-one' });
  const id = await maker.make({ name: 'web-wanted' });
  const { nics } = (await owner.get<{ nics: { address: string; mac: string }[] }>(`/servers/${id}`))
    .body;
  target = { id, address: nics[0]?.address ?? '', mac: nics[0]?.mac ?? '' };
}, 30_000);
afterAll(() => app.close());

const find = async (filter: string) => {
  const { items } = (
    await owner.get<{ items: { id: string }[] }>(`/servers?filter=${encodeURIComponent(filter)}`)
  ).body;
  return items.map(({ id }) => id);
};

it('finds servers by patterns of IP and MAC addresses, with any separator or none', async () => {
  const octets = target.address.split('.');
  const pairs = target.mac.split(':');
  const templates = [
    ...[
      `*.${octets.slice(2).join('.')}`,
      `${octets.slice(0, 3).join('.')}.${octets[3]}`,
      `${octets[0]}.*.${octets[2]}.${octets[3]}`,
    ],
    ...[
      `*:${pairs.slice(3).join(':')}`,
      `*-${pairs.slice(3).join('-')}`,
      pairs.join('-'),
      pairs.join(''),
      pairs.join('').toUpperCase(),
    ],
    ...[`${pairs[0]}*${pairs.slice(3).join('')}`, `*${pairs.slice(2).join('')}`],
  ];
  for (const template of templates)
    expect([template, await find(template)]).toEqual([template, [target.id]]);
  expect(await find(`${octets.slice(0, 2).join('.')}.*`)).toContain(target.id);
  expect(await find(`${target.address.slice(0, -1)}*`)).toContain(target.id);
  expect(await find('*.256')).toEqual([]);
});
