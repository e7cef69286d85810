import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectedContent } from '../../slices/cloud/images/server/testing/realEngine.ts';
import {
  type RealPortal,
  startRealPortal,
} from '../../slices/cloud/images/server/testing/realPortal.ts';
import {
  maxPerKind,
  plainCode,
  rejectedCode,
  simulatedBuilders,
} from '../../slices/cloud/images/server/testing/simulatedBuilders.ts';
import { listStopPoints } from '../platform/tasks/stopPoints.ts';
import { taskTypes } from '../portal.ts';
import { endOf, spawnWorkerProcess } from '../testing/workerProcess.ts';

/**
 * Catalog images, which only an engine of real servers accepts. A substitute for such an engine
 * runs in a separate worker.
 */
const types = taskTypes.filter(({ type }) => /^image\.(fetch|build|remove)$/.test(type));
const isUndone = (point: string) => point.includes(':undo');
const verbOf = (point: string) => point.slice('image.'.length, point.indexOf(':'));
/**
 * Stop points that alternate between the task types, so that the standby worker for the next stop
 * point doesn't die while recovering the last one.
 */
const byType = types.map((type) => listStopPoints([type]));
const points = Array.from(
  { length: Math.max(...byType.map((all) => all.length)) },
  (_item, index) => byType.flatMap((all) => all[index] ?? []),
).flat();

let portal: RealPortal;
let dataDir: string;
const imageOfPoint = new Map<string, string>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cloudberth-kill-images-'));
  portal = await startRealPortal(
    { role: 'api', dataDir },
    { ports: { imageBuilders: simulatedBuilders } },
  );
  portal.vendor.answers.set('/refused.qcow2', (_request, response) =>
    response.end(`${rejectedContent} me`),
  );
}, 60_000);
afterAll(async () => {
  standby?.child.kill('SIGKILL');
  await portal.close();
  await rm(dataDir, { recursive: true, force: true });
});

const database = () => portal.app.portal.services.database.db;
const worker = (stopAt?: string) =>
  spawnWorkerProcess({
    ...{
      databaseUrl: portal.app.portal.services.config.databaseUrl,
      dataDir,
      imageSources: [portal.vendor.origin],
    },
    ...{ program: 'slices/cloud/images/server/testing/worker.ts', ...(stopAt ? { stopAt } : {}) },
  });

let standby: { point: string; child: ReturnType<typeof worker> } | undefined;

/** The worker that dies at the stop point: the standby worker for it, or a new one. */
function workerFor(point: string): ReturnType<typeof worker> {
  if (
    standby?.point === point &&
    standby.child.exitCode === null &&
    standby.child.signalCode === null
  )
    return standby.child;
  standby?.child.kill('SIGKILL');
  standby = { point, child: worker(point) };
  return standby.child;
}

/**
 * A separate image for each stop point. For stop points in an undo, an image that the engine
 * rejects.
 */
function entriesFor(all: readonly string[]) {
  const { origin } = portal.vendor;
  return all.map((point, index) => {
    const own = all
      .filter((other) => verbOf(other) === 'build' && isUndone(other) === isUndone(point))
      .indexOf(point);
    if (verbOf(point) === 'build')
      return {
        code: (isUndone(point) ? rejectedCode : plainCode)(own),
        source: { kind: 'build' as const },
      };
    const source = {
      kind: 'fetch' as const,
      address: `${origin}/refused.qcow2`,
      digestAddress: null,
    };
    return { code: `fetched-${index}`, ...(isUndone(point) ? { source } : {}) };
  });
}

async function start(point: string): Promise<number> {
  const path = `/images/${imageOfPoint.get(point)}`;
  const { root } = portal.app;
  const answer =
    verbOf(point) === 'remove'
      ? await root.delete<{ cmdId: number }>(path)
      : await root.post<{ cmdId: number }>(`${path}/${verbOf(point)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.cmdId;
}

async function waitForTask(cmdId: number): Promise<void> {
  const end = async () =>
    (
      await sql<{
        at: Date | null;
      }>`select completed_at as at from task where id = ${cmdId}`.execute(database())
    ).rows[0]?.at ?? null;
  await expect.poll(end, { timeout: 60_000, interval: 50 }).not.toBeNull();
}

describe('killed with -9 at any step of adding and removing catalog images', () => {
  it('initially there is an image for each stop point, and the images to be removed exist', async () => {
    expect(types).toHaveLength(3);
    expect(points.length).toBeLessThanOrEqual(2 * maxPerKind + 5);
    const entries = entriesFor(points);
    const ids = await portal.offer(...entries);
    for (const [index, point] of points.entries())
      imageOfPoint.set(point, ids[entries[index]?.code ?? ''] ?? '');
    const cleanWorker = worker();
    for (const point of points.filter((one) => verbOf(one) === 'remove')) {
      const { body, text } = await portal.app.root.post<{ cmdId: number }>(
        `/images/${imageOfPoint.get(point)}/fetch`,
      );
      expect(body.cmdId, text).toBeDefined();
      await waitForTask(body.cmdId);
      expect(await portal.image(imageOfPoint.get(point) ?? '')).toMatchObject({ state: 'ready' });
    }
    cleanWorker.kill('SIGKILL');
    await endOf(cleanWorker);
  }, 120_000);

  it.each(points)(
    '%s kills the worker, and the next one completes or undoes the task',
    async (point) => {
      const cmdId = await start(point);
      expect(await endOf(workerFor(point))).toBe('SIGKILL');
      const next = points[points.indexOf(point) + 1];
      workerFor(next ?? 'nowhere');
      await waitForTask(cmdId);
      const expectedState = verbOf(point) === 'remove' || isUndone(point) ? 'absent' : 'ready';
      const { state, readyIn } = await portal.image(imageOfPoint.get(point) ?? '');
      expect([state === 'failed' ? 'absent' : state, readyIn]).toEqual([
        expectedState,
        expectedState === 'ready' ? [portal.datacenterId] : [],
      ]);
    },
    120_000,
  );

  it('leaves every task completed, or undone if the engine fails', async () => {
    const { rows } = await sql<{ type: string; exit: number; stuck: boolean; id: string }>`
      select type, exit_code as exit, is_stuck as stuck, target_id as id from task order by id`.execute(
      database(),
    );
    const rejected = new Set(points.filter(isUndone).map((point) => imageOfPoint.get(point)));
    expect(
      rows.filter(({ exit, stuck, id }) => stuck || exit !== (rejected.has(id) ? 1 : 0)),
    ).toEqual([]);
  });

  it('leaves exactly the offered images in the engine, and no staging file', async () => {
    const expectedImages = points
      .filter((point) => verbOf(point) !== 'remove' && !isUndone(point))
      .map((point) => imageOfPoint.get(point));
    const { rows } = await sql<{ id: string }>`
      select distinct image_id as id from image_copy where not is_simulated order by image_id`.execute(
      database(),
    );
    expect(rows.map(({ id }) => id)).toEqual(expectedImages.toSorted());
    const engineImages = (await readdir(join(dataDir, 'real', 'images'))).map((name) =>
      name.replace('.json', ''),
    );
    expect(engineImages.toSorted()).toEqual(expectedImages.toSorted());
    expect(
      (await readdir(join(dataDir, 'images')).catch(() => [])).filter(
        (name) => name !== 'simulated',
      ),
    ).toEqual([]);
  });
});
