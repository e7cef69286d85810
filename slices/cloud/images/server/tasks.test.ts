import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDb } from '../../../../server/platform/http/callContext.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { systemContext } from '../../../../server/platform/systemContext.ts';
import type { ImageInput, ImageTask } from './preparation/content.ts';
import { stagingFolder } from './preparation/staging.ts';
import { fetchTask } from './tasks.ts';
import { type RealPortal, startRealPortal } from './testing/realPortal.ts';

let portal: RealPortal;
beforeAll(async () => {
  portal = await startRealPortal();
}, 60_000);
afterAll(() => portal.close());

/** Creates the task context of a step, without a queue. */
async function createImageTask(imageId: string): Promise<ImageTask> {
  const { services, sites } = portal.app.portal;
  const ctx = systemContext(services, { site: await sites.forHost(''), log: createLog('silent') });
  const input: ImageInput = { imageId };
  const write: ImageTask['write'] = (work) =>
    ctx.db.transaction().execute((transaction) => work(withDb(ctx, transaction)));
  return {
    ...{ cmdId: 1, input, ctx, signal: new AbortController().signal },
    log: async () => {},
    warn: async () => {},
    progress: () => {},
    write,
    writeAll: async (operations) => void (await Promise.all(operations.map(write))),
  };
}

const isStaged = (id: string) =>
  stat(stagingFolder(portal.app.portal.services.config, id)).then(
    () => true,
    () => false,
  );

async function engineHasImage(imageId: string): Promise<boolean> {
  const id = randomUUID();
  const disks = [{ id: randomUUID(), sizeGb: 5 }];
  const seed = { metaData: '', userData: '' };
  const wasCreated = await portal.engine
    .create({
      id,
      name: 'probe',
      cores: 1,
      ramMb: 128,
      disks,
      nics: [],
      source: { kind: 'image', imageId },
      seed,
    })
    .then(
      () => true,
      () => false,
    );
  await portal.engine.destroy(id);
  return wasCreated;
}

describe('download steps', () => {
  it('have the same result when each runs twice, as after a crash at the end of the step', async () => {
    const { twice = '' } = await portal.offer({ code: 'twice' });
    const task = await createImageTask(twice);
    let requestCount = 0;
    const serve = portal.vendor.answers.get('/image.qcow2');
    portal.vendor.answers.set('/image.qcow2', (request, response) => {
      requestCount += 1;
      serve?.(request, response);
    });
    for (const step of fetchTask.steps) for (let time = 0; time < 2; time++) await step.do(task);
    expect(requestCount).toBe(1);
    expect(await portal.image(twice)).toMatchObject({
      state: 'ready',
      isDigestVerified: true,
      readyIn: [portal.datacenterId],
    });
    expect(await isStaged(twice)).toBe(false);
    expect(await engineHasImage(twice)).toBe(true);
  });

  it.each(fetchTask.steps.slice(0, -1).map((step, index) => [step.name, index] as const))(
    'leave nothing behind when the task is undone after "%s", however often',
    async (name, last) => {
      const code = `undone-${name}`;
      const { [code]: id = '' } = await portal.offer({ code });
      const task = await createImageTask(id);
      const startedSteps = fetchTask.steps.slice(0, last + 1);
      for (const step of startedSteps) await step.do(task);
      for (const step of startedSteps.toReversed())
        for (let time = 0; time < 2; time++) await step.undo?.(task);
      expect(await portal.image(id)).toMatchObject({
        state: 'absent',
        cmdId: null,
        readyIn: [],
        problem: null,
      });
      expect(await isStaged(id)).toBe(false);
      expect(await engineHasImage(id)).toBe(false);
    },
  );
});
