import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../../e2e/browser.ts';
import type { TestClient } from '../../server/testing/client.ts';
import { startBenchPortal } from '../harness/portal.ts';
import { median, reportMarks } from '../harness/report.ts';

/**
 * Real tiny guests: the time from the create call to the login prompt in the browser, a snapshot
 * with memory and its restoration, and twenty guests at once with the list open in a browser. Run
 * it on an otherwise idle machine.
 */
const rounds = 3;
const crowd = 20;

interface Options {
  datacenterId: string;
  images: { id: string; code: string; readyIn: string[] }[];
}

async function until<T>(
  read: () => Promise<T | undefined | false>,
  limitMs: number,
  description: string,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const found = await read();
    if (found) return found;
    await pause(20);
  }
  throw new Error(`${description}: not within ${limitMs} ms`);
}

const imageOf = ({ images, datacenterId }: Options) =>
  images.find(({ code, readyIn }) => code === 'tiny' && readyIn.includes(datacenterId));

async function create(
  root: TestClient,
  quantity: number,
): Promise<{ id: string; cmdId: number }[]> {
  const found = (await root.get<Options>('/servers/create/options')).body;
  const answer = await root.post<{ servers?: { id: string; cmdId: number }[] }>('/servers', {
    ...{
      name: `guest-${Math.random().toString(36).slice(2, 7)}`,
      datacenterId: found.datacenterId,
      imageId: imageOf(found)?.id,
      quantity,
    },
    ...{
      cpuType: 'B',
      cores: 1,
      ramMb: 256,
      disks: [{ sizeGb: 5 }],
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
    },
    password: 'Bench_password_1',
  });
  if (!answer.body.servers) throw new Error(answer.text);
  return answer.body.servers;
}

const waitForTask = (root: TestClient, cmdId: number): Promise<unknown> =>
  until(
    async () => {
      const { exitCode } = (await root.get<{ exitCode: number | null }>(`/queue/command/${cmdId}`))
        .body;
      if (exitCode !== null && exitCode !== 0) throw new Error(`Task ${cmdId} failed.`);
      return exitCode === 0;
    },
    120_000,
    `Task ${cmdId} ends`,
  );

async function remove(root: TestClient, id: string): Promise<void> {
  for (const path of [`/servers/${id}`, `/servers/${id}/bin`]) {
    const { body } = await root.delete<{ cmdId?: number }>(path);
    if (body.cmdId) await waitForTask(root, body.cmdId);
  }
}

/** Seconds from the call to the prompt in the browser console. */
async function secondsToPrompt(
  root: TestClient,
  page: Page,
): Promise<{ id: string; seconds: number }> {
  const startedAt = performance.now();
  const [server] = await create(root, 1);
  const id = server?.id ?? '';
  await page.goto(`/servers/${id}/connect`);
  await page.locator('.xterm-rows').filter({ hasText: 'login:' }).waitFor({ timeout: 60_000 });
  return { id, seconds: (performance.now() - startedAt) / 1000 };
}

async function secondsOfTask(
  root: TestClient,
  call: () => Promise<{ body: { cmdId?: number } }>,
): Promise<number> {
  const startedAt = performance.now();
  await waitForTask(root, (await call()).body.cmdId ?? 0);
  return (performance.now() - startedAt) / 1000;
}

interface Crowd {
  secondsUntilAllOn: number;
  listMs: number[];
  /** Delay of the browser's list behind the portal at the end, in ms. */
  behindMs: number;
}

/**
 * Starts twenty guests at once, and measures how long the list takes to load meanwhile and when the
 * browser, without interaction, shows all of them as on.
 */
async function startCrowd(root: TestClient, page: Page): Promise<Crowd> {
  await page.goto('/servers?size=50&power=on');
  const startedAt = performance.now();
  const servers = [...(await create(root, crowd / 2)), ...(await create(root, crowd / 2))];
  const listMs: number[] = [];
  await until(
    async () => {
      const startedAt = performance.now();
      const { total } = (await root.get<{ total: number }>('/servers?size=50&power=on')).body;
      listMs.push(performance.now() - startedAt);
      return total === crowd;
    },
    180_000,
    'All guests are on',
  );
  const allRunningAt = performance.now();
  await until(
    async () => (await page.locator('tbody tr').count()) === crowd,
    20_000,
    'The browser shows all guests',
  );
  const delayMs = performance.now() - allRunningAt;
  for (const { cmdId } of servers) await waitForTask(root, cmdId);
  return { secondsUntilAllOn: (allRunningAt - startedAt) / 1000, listMs, behindMs: delayMs };
}

/** The machine isn't idle until the portal has built its first guest images. */
const isQuiet = async (root: TestClient): Promise<boolean> => {
  const { total } = (await root.get<{ total: number }>('/queue?size=5&state=open')).body;
  return (
    total === 0 && imageOf((await root.get<Options>('/servers/create/options')).body) !== undefined
  );
};

const portal = await startBenchPortal({ CLOUDBERTH_ENGINE: 'auto' });
const { root } = portal;
const browser = await launchBrowser('chromium', 'dejavu');
try {
  const [name = '', value = ''] = root.cookie.split(/=(.*)/s);
  const context = await browser.newContext({ baseURL: portal.address });
  await context.addCookies([{ name, value, url: portal.address }]);
  const page = await context.newPage();
  await until(() => isQuiet(root), 600_000, 'The guests are built');
  const prompts: number[] = [];
  const snapshots: number[] = [];
  const reverts: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { id, seconds } = await secondsToPrompt(root, page);
    prompts.push(seconds);
    snapshots.push(
      await secondsOfTask(root, () => root.post(`/servers/${id}/snapshots`, { name: 'before' })),
    );
    const { body } = await root.get<{ items: { id: string }[] }>(`/servers/${id}/snapshots`);
    reverts.push(
      await secondsOfTask(root, () =>
        root.put(`/servers/${id}/snapshots/${body.items[0]?.id}/revert`),
      ),
    );
    await remove(root, id);
  }
  const { secondsUntilAllOn, listMs, behindMs } = await startCrowd(root, page);
  const sorted = [...listMs].sort((a, b) => a - b);
  reportMarks([
    {
      what: 'create call to login prompt in the browser',
      value: median(prompts),
      unit: 's',
      kind: 'most',
      limit: 6,
    },
    {
      what: 'snapshot with memory, call to end of task',
      value: median(snapshots),
      unit: 's',
      kind: 'most',
      limit: 1,
    },
    {
      what: 'back to it, call to end of task',
      value: median(reverts),
      unit: 's',
      kind: 'most',
      limit: 1,
    },
    {
      what: `${crowd} guests at once, until all are on`,
      value: secondsUntilAllOn,
      unit: 's',
      kind: 'most',
      limit: 120,
    },
    {
      what: 'list read meanwhile, 95 of 100',
      value: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
      unit: 'ms',
      kind: 'most',
      limit: 500,
    },
    {
      what: 'the browser knows of the last one after',
      value: behindMs,
      unit: 'ms',
      kind: 'most',
      limit: 3000,
    },
  ]);
} finally {
  for (const { id } of (await root.get<{ items: { id: string }[] }>('/servers?size=500')).body
    .items)
    await remove(root, id);
  await browser.close();
  await portal.stop();
}
