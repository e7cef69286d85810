import { setTimeout as pause } from 'node:timers/promises';
import { startBenchPortal } from './portal.ts';
import { reportMarks } from './report.ts';

/**
 * WordPress from its package on a real Debian guest, from the create call to the page that a browser is given. It builds the Debian
 * image first and installs about 100 packages from the archive, which is minutes on a processor with hardware virtualisation and up
 * to an hour where guests are emulated: for a machine with nothing else to do.
 */
const buildLimitMs = 15 * 60_000;
const installLimitMs = 90 * 60_000;

interface Options {
  datacenterId: string;
  images: { id: string; code: string; readyIn: string[] }[];
}
interface App {
  state: string;
  health: string;
  links: { url: string }[];
}

async function until<T>(read: () => Promise<T | undefined | false>, limitMs: number, what: string): Promise<T> {
  const deadline = performance.now() + limitMs;
  while (performance.now() < deadline) {
    const found = await read();
    if (found) return found;
    await pause(1000);
  }
  throw new Error(`${what}: not within ${limitMs / 60_000} minutes`);
}

const minutesSince = (begun: number) => (performance.now() - begun) / 60_000;

const portal = await startBenchPortal({ CLOUDBERTH_ENGINE: 'auto' });
const { root } = portal;
try {
  const { datacenterId, imageId } = await until(
    async () => {
      const { body } = await root.get<Options>('/servers/create/options');
      const image = body.images.find(({ code, readyIn }) => code === 'debian' && readyIn.includes(body.datacenterId));
      return image && { datacenterId: body.datacenterId, imageId: image.id };
    },
    buildLimitMs,
    'The Debian image is built',
  );
  const { items } = (await root.get<{ items: { id: string; code: string }[] }>('/packages/offered')).body;
  const packageId = items.find(({ code }) => code === 'wordpress')?.id;
  const begun = performance.now();
  const created = await root.post<{ servers?: { id: string }[] }>('/servers', {
    ...{ name: 'bench-wordpress', datacenterId, imageId, cpuType: 'B', cores: 2, ramMb: 2048, disks: [{ sizeGb: 20 }] },
    ...{ nics: [{ networkId: 'auto' }], billingMode: 'hourly', password: 'Bench_password_1' },
    app: { packageId, parameters: { title: 'Bench', admin_email: 'bench@example.test' } },
  });
  const serverId = created.body.servers?.[0]?.id;
  if (!serverId) throw new Error(created.text);
  const appOf = async () => (await root.get<{ app: App }>(`/servers/${serverId}/app`)).body.app;
  await until(async () => ['installing', 'installed'].includes((await appOf()).state), installLimitMs, 'The guest answers');
  const answered = minutesSince(begun);
  const app = await until(
    async () => {
      const found = await appOf();
      if (found.state === 'failed') throw new Error('The installation failed; its output is in the tab servicelet.');
      return found.state === 'installed' && found;
    },
    installLimitMs,
    'WordPress is installed',
  );
  const installed = minutesSince(begun);
  const page = await fetch(app.links[0]?.url ?? '', { signal: AbortSignal.timeout(120_000) });
  const isWordPress = page.status === 200 && /WordPress/.test(await page.text());
  for (const path of [`/servers/${serverId}`, `/servers/${serverId}/bin`]) {
    const { body } = await root.delete<{ cmdId: number }>(path);
    await until(
      async () => (await root.get<{ exitCode: number | null }>(`/queue/command/${body.cmdId}`)).body.exitCode === 0,
      120_000,
      'It goes',
    );
  }
  reportMarks([
    { what: 'WordPress: create to its installation begun', value: answered, unit: 'min', kind: 'most', limit: 10 },
    { what: 'WordPress: create to installed', value: installed, unit: 'min', kind: 'most', limit: 60 },
    { what: 'WordPress: its first page answers over HTTP', value: isWordPress ? 1 : 0, unit: 'pages', kind: 'least', limit: 1 },
  ]);
} finally {
  await portal.stop();
}
