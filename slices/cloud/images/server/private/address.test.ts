import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleImage, sha256, simulatedConverter, waitForTask } from '../testing/imageFixtures.ts';
import { type RealPortal, startRealPortal } from '../testing/realPortal.ts';

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal({}, { ports: { imageConverter: simulatedConverter } });
}, 60_000);
afterAll(() => portal.close());

const root = () => portal.app.root;
const importImage = async (more: Record<string, unknown> = {}) => {
  const body = { ...exampleImage, address: `${portal.vendor.origin}/image.qcow2`, ...more };
  const answer = await root().post<{ cmdId: number; imageId: string }>('/images/address', body);
  expect(answer.status, answer.text).toBe(200);
  return { ...answer.body, task: await waitForTask(root(), answer.body.cmdId) };
};
const image = async (id: string) =>
  (await root().get<Record<string, unknown>>(`/images/${id}`)).body;

describe('an image imported from a URL', () => {
  it.each([
    ['md5', (content: Buffer) => createHash('md5').update(content).digest('hex')],
    ['sha256', (content: Buffer) => sha256(content).toUpperCase()],
    ['sha512', (content: Buffer) => createHash('sha512').update(content).digest('hex')],
  ])('is verified by the given %s, according to its length', async (type, digestOf) => {
    const { imageId, task } = await importImage({ digest: digestOf(portal.vendor.content) });
    expect(task.exitCode, JSON.stringify(task)).toBe(0);
    expect(await image(imageId)).toMatchObject({
      ...{ state: 'ready', isDigestVerified: true, digestType: type },
      readyIn: expect.arrayContaining([portal.datacenterId]),
    });
  });

  it('is rejected if the content differs, and nothing is stored', async () => {
    const { imageId, task } = await importImage({ digest: 'b'.repeat(64) });
    expect(task.exitCode).toBe(1);
    expect(await image(imageId)).toMatchObject({ state: 'failed', sizeBytes: null, readyIn: [] });
  });

  it('can’t be redirected to origins trusted only for the operator, and fails if the file isn’t an image', async () => {
    portal.vendor.answers.set('/away', (_request, response) =>
      response.writeHead(302, { location: 'https://127.0.0.1/secret' }).end(),
    );
    const unreachable = await importImage({ address: `${portal.vendor.origin}/away` });
    expect(unreachable.task).toMatchObject({
      exitCode: 1,
      failure: { reason: expect.stringContaining('t a public address') },
    });
    portal.vendor.answers.set('/bad', (_request, response) => response.end('refuse this file'));
    const bad = await importImage({ address: `${portal.vendor.origin}/bad` });
    expect(bad.task).toMatchObject({
      exitCode: 1,
      failure: { reason: expect.stringContaining('rests on another file') },
    });
  });

  it('can come from the operator’s own sources only for users who manage the catalog', async () => {
    const user = await portal.app.signInAs('user');
    const answer = await user.post('/images/address', {
      ...exampleImage,
      address: `${portal.vendor.origin}/image.qcow2`,
    });
    expect(answer.body.code).toEqual([1204]);
    expect((await user.get<{ items: unknown[] }>('/images?kind=private')).body.items).toEqual([]);
  });
});
