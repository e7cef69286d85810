import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { createLog } from '../../../../../server/platform/log.ts';
import { systemContext } from '../../../../../server/platform/systemContext.ts';
import type { TaskContext } from '../../../../../server/platform/tasks/task.ts';
import { stagingFolder } from '../preparation/staging.ts';
import { exampleImage, sha256, simulatedConverter } from '../testing/imageFixtures.ts';
import { type RealPortal, startRealPortal } from '../testing/realPortal.ts';
import { insertPrivateImage } from './insert.ts';
import { createImageTask, type TakeInput } from './task.ts';

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal({}, { ports: { imageConverter: simulatedConverter } });
}, 60_000);
afterAll(() => portal.close());

/** Creates an image to download and the task context of a step, without a queue. */
async function startedImport(): Promise<{ imageId: string; task: TaskContext<TakeInput> }> {
  const { services, sites } = portal.app.portal;
  const ctx = systemContext(services, { site: await sites.forHost(''), log: createLog('silent') });
  const owner = { id: portal.app.root.userId, siteId: portal.app.siteId };
  const imageInput = {
    ...exampleImage,
    kind: 'private' as const,
    description: '',
    version: '',
    os: '',
    loginUser: null,
    supportsCloudInit: false,
  };
  const origin = {
    source: 'address' as const,
    sourceAddress: `${portal.vendor.origin}/image.qcow2`,
    wantedDigest: sha256(portal.vendor.content),
  };
  const write: TaskContext<TakeInput>['write'] = (work) =>
    ctx.db.transaction().execute((transaction) => work(withDb(ctx, transaction)));
  const { id: imageId } = await write((inner) =>
    insertPrivateImage(inner, owner, imageInput, origin),
  );
  const input: TakeInput = { imageId, from: { kind: 'address' } };
  const task: TaskContext<TakeInput> = {
    cmdId: 1,
    input,
    ctx,
    signal: new AbortController().signal,
    log: async () => {},
    warn: async () => {},
    progress: () => {},
    write,
    writeAll: async (operations) => void (await Promise.all(operations.map(write))),
  };
  return { imageId, task };
}

const isStaged = (id: string) =>
  stat(stagingFolder(portal.app.portal.services.config, id)).then(
    () => true,
    () => false,
  );

it('have the same result when each runs twice, as after a crash at the end of the step', async () => {
  const { imageId, task } = await startedImport();
  for (const step of createImageTask.steps)
    for (let time = 0; time < 2; time++) await step.do(task);
  const { body } = await portal.app.root.get(`/images/${imageId}`);
  expect(body).toMatchObject({
    state: 'ready',
    isDigestVerified: true,
    readyIn: expect.arrayContaining([portal.datacenterId]),
  });
  expect(await isStaged(imageId)).toBe(false);
  const { body: monthToDate } = await portal.app.root.get<{ lines: unknown[] }>(
    `/billing/monthToDate/${imageId}`,
  );
  expect(monthToDate.lines?.length ?? 0).toBeLessThanOrEqual(1);
});

it.each(createImageTask.steps.slice(0, -1).map((step, index) => [step.name, index] as const))(
  'leave nothing behind when the task is undone after "%s", however often',
  async (_name, last) => {
    const { imageId, task } = await startedImport();
    const done = createImageTask.steps.slice(0, last + 1);
    for (const step of done) await step.do(task);
    for (const step of done.toReversed())
      for (let time = 0; time < 2; time++) await step.undo?.(task);
    const { body } = await portal.app.root.get(`/images/${imageId}`);
    expect(body).toMatchObject({ state: 'absent', cmdId: null, readyIn: [], sizeBytes: null });
    expect(await isStaged(imageId)).toBe(false);
  },
);
