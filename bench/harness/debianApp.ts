import { setTimeout as pause } from 'node:timers/promises';
import type { BenchPortal } from './portal.ts';

const buildLimitMs = 15 * 60_000;
const installLimitMs = 90 * 60_000;
const taskLimitMs = 10 * 60_000;

interface Options {
  datacenterId: string;
  images: { id: string; code: string; readyIn: string[] }[];
}

export interface App {
  state: string;
  health: string;
  links: { url: string }[];
}

/** A real Debian guest with an application from its package. */
export interface DebianApp {
  serverId: string;
  app: App;
  /** Minutes from the create call until the installation is complete. */
  installedMinutes: number;
  /** Resolves when a task has succeeded. Throws when it failed. */
  done(answer: { body: { cmdId?: number }; text: string }): Promise<void>;
  /** Runs a script in the guest and returns its output. */
  inside(script: string): Promise<string>;
  /** Terminates the server and deletes it permanently. */
  remove(): Promise<void>;
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
    await pause(1000);
  }
  throw new Error(`${description}: not within ${limitMs / 60_000} minutes`);
}

/**
 * Builds the Debian image if there is none, and installs the package on a guest. This takes minutes
 * with hardware virtualization, and up to an hour without.
 */
export async function installOnDebian(
  { root }: BenchPortal,
  code: string,
  parameters: Record<string, string>,
): Promise<DebianApp> {
  const { datacenterId, imageId } = await until(
    async () => {
      const { body } = await root.get<Options>('/servers/create/options');
      const image = body.images.find(
        (candidate) => candidate.code === 'debian' && candidate.readyIn.includes(body.datacenterId),
      );
      return image && { datacenterId: body.datacenterId, imageId: image.id };
    },
    buildLimitMs,
    'The Debian image is built',
  );
  const { items } = (await root.get<{ items: { id: string; code: string }[] }>('/packages/offered'))
    .body;
  const packageId = items.find((item) => item.code === code)?.id;
  const startedAt = performance.now();
  const created = await root.post<{ servers?: { id: string }[] }>('/servers', {
    ...{
      name: `bench-${code}`,
      datacenterId,
      imageId,
      cpuType: 'B',
      cores: 2,
      ramMb: 2048,
      disks: [{ sizeGb: 20 }],
    },
    ...{
      nics: [{ networkId: 'auto' }],
      billingMode: 'hourly',
      password: 'Bench_password_1',
      app: { packageId, parameters },
    },
  });
  const serverId = created.body.servers?.[0]?.id;
  if (!serverId) throw new Error(created.text);
  const appOf = async () => (await root.get<{ app: App }>(`/servers/${serverId}/app`)).body.app;
  const app = await until(
    async () => {
      const found = await appOf();
      if (found.state === 'failed')
        throw new Error('The installation failed; its output is in the tab servicelet.');
      return found.state === 'installed' && found;
    },
    installLimitMs,
    'The application is installed',
  );
  const installedMinutes = (performance.now() - startedAt) / 60_000;
  const done: DebianApp['done'] = async ({ body, text }) => {
    if (!body.cmdId) throw new Error(text);
    const readExitCode = async () => {
      const { exitCode } = (
        await root.get<{ exitCode: number | null }>(`/queue/command/${body.cmdId}`)
      ).body;
      return exitCode !== null && { exitCode };
    };
    const { exitCode } = await until(readExitCode, taskLimitMs, 'The task ends');
    if (exitCode !== 0) throw new Error(`The task ended with ${exitCode}.`);
  };
  const runScript = async (script: string) => {
    const created = await root.post<{ id: string; cmdId: number }>(
      `/servers/${serverId}/servicelets`,
      { script },
    );
    const failed = await done(created).catch((error: unknown) => error);
    const { output } = (
      await root.get<{ output: string }>(`/servers/${serverId}/servicelets/${created.body.id}`)
    ).body;
    if (failed) throw new Error(`${String(failed)} It printed:\n${output}`);
    return output;
  };
  const remove = async () => {
    for (const path of [`/servers/${serverId}`, `/servers/${serverId}/bin`])
      await done(await root.delete<{ cmdId: number }>(path));
  };
  return { serverId, app, installedMinutes, done, inside: runScript, remove };
}
