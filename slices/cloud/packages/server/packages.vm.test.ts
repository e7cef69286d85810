import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { skipReason } from '../../../../drivers/compute/testing/tinyGuest.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { tinyImageOnly } from '../../../../server/testing/guestImageBuilders.ts';
import { endOf, makeServer } from '../../servicelets/server/testing/makeServer.ts';

const skipped = skipReason();
const guestMs = 110_000;

interface Servicelet {
  state: string;
  exitCode: number | null;
  output: string;
  problem: string | null;
  isTruncated: boolean;
}
interface App {
  state: string;
  health: string;
  links: { url: string }[];
}

const manifest = {
  name: 'page',
  title: { en: 'A page' },
  description: { en: 'A page for trials.' },
  version: '1.0.0',
  kind: 'app',
  images: ['tiny'],
  minimum: { cores: 1, ramMb: 128, diskGb: 1 },
  parameters: [
    { name: 'words', type: 'text', title: { en: 'Words' }, required: true },
    { name: 'secret', type: 'password', title: { en: 'Password' }, generate: true },
  ],
  scripts: { install: 'install.sh', check: 'check.sh' },
  timeoutMinutes: 5,
  ports: [{ port: 8080, protocol: 'tcp', title: { en: 'Web' } }],
  links: [{ title: { en: 'Open' }, url: 'http://{address:8080}/' }],
};
const scripts = {
  'install.sh': `#!/bin/sh
set -e
echo "== Writing the page"
mkdir -p /srv/page
printf '%s' "$APP_WORDS" >/srv/page/index.html
echo "the password is $APP_SECRET"
httpd -p 8080 -h /srv/page
echo "== Done"`,
  'check.sh': '#!/bin/sh\nwget -q -O - http://127.0.0.1:8080/ | grep -q page',
};

describe.skipIf(skipped)(`inside a real server${skipped ? ` (skipped: ${skipped})` : ''}`, () => {
  let app: TestApp;
  let serverId: string;

  beforeAll(async () => {
    app = await startTestApp({ engine: 'auto' }, { ports: tinyImageOnly });
    await vi.waitFor(
      async () => {
        const { images } = (
          await app.root.get<{ images: { code: string; readyIn: string[] }[] }>(
            '/servers/create/options',
          )
        ).body;
        expect(images.some(({ code, readyIn }) => code === 'tiny' && readyIn.length > 0)).toBe(
          true,
        );
      },
      { timeout: guestMs, interval: 500 },
    );
    const { body } = await app.root.post<{ id: string }>('/packages', { manifest, scripts });
    const small = { ramMb: 512, disks: [{ sizeGb: 5 }] };
    serverId = await makeServer(
      app.root,
      {
        ...small,
        app: { packageId: body.id, parameters: { words: `it's a page, $(reboot) & "all"` } },
      },
      'tiny',
    );
  }, 240_000);
  afterAll(() => app?.close());

  const appOf = async () => (await app.root.get<{ app: App }>(`/servers/${serverId}/app`)).body.app;
  const path = () => `/servers/${serverId}/servicelets`;
  const run = async (script: string, more: object = {}) =>
    (await app.root.post<{ id: string; cmdId: number }>(path(), { script, ...more })).body;
  const read = async (id: string) => (await app.root.get<Servicelet>(`${path()}/${id}`)).body;
  const runToEnd = async (script: string, more: object = {}) => {
    const { id, cmdId } = await run(script, more);
    await endOf(app.root, cmdId, guestMs);
    return await read(id);
  };

  it('an application is installed when the guest responds, passes its health check, and responds over HTTP', async () => {
    await vi.waitFor(
      async () => expect(await appOf()).toMatchObject({ state: 'installed', health: 'healthy' }),
      {
        timeout: guestMs,
        interval: 500,
      },
    );
    const [link] = (await appOf()).links;
    const page = await runToEnd('wget -q -O - http://127.0.0.1:8080/');
    expect(page).toMatchObject({ state: 'done', output: `it's a page, $(reboot) & "all"` });
    const answer = await fetch(link?.url ?? '', { signal: AbortSignal.timeout(20_000) });
    expect([answer.status, await answer.text()]).toEqual([200, `it's a page, $(reboot) & "all"`]);
  });

  it('the installation output is saved without the password, which isn’t in the guest either', async () => {
    const { items } = (
      await app.root.get<{ items: { id: string; kind: string; cmdId: number }[] }>(path())
    ).body;
    const install = items.find(({ kind }) => kind === 'install');
    expect((await read(install?.id ?? '')).output).toBe(
      '== Writing the page\nthe password is ••••••\n== Done\n',
    );
    const { log } = (
      await app.root.get<{ log: { entry: string }[] }>(`/queue/command/${install?.cmdId}`)
    ).body;
    expect(log.map(({ entry }) => entry)).toEqual(
      expect.arrayContaining(['Writing the page', 'Done']),
    );
    const secret =
      (await app.root.post<{ items: { value: string }[] }>(`/servers/${serverId}/app/secrets`)).body
        .items[0]?.value ?? '';
    expect(secret).toMatch(/^\w{20}$/);
    const found = await runToEnd(
      `ls -A /var/lib/cloudberth/runs | wc -l; grep -rl "$(printf '%s' ${secret.slice(0, 10)})${secret.slice(10)}" /var/lib /srv /etc /root | grep -v /runs/; true`,
    );
    expect(found.output).toBe('1\n');
  });

  it('the output of a failing command and of a verbose one is read completely, up to the limit', async () => {
    expect(await runToEnd('echo before; echo wrong >&2; exit 7')).toMatchObject({
      state: 'failed',
      exitCode: 7,
      output: 'before\nwrong\n',
    });
    const large = await runToEnd('seq 1 60000');
    expect(large).toMatchObject({ state: 'done', isTruncated: true });
    expect(large.output).toMatch(/\n59999\n60000\n$/);
    expect(large.output.length).toBe(256 * 1024);
    expect((await runToEnd(`printf 'שלום \\377 \\000 ok'`)).output).toBe('שלום \uFFFD  ok');
  });

  it('a command that is canceled or takes too long is ended with all its processes', async () => {
    const { id, cmdId } = await run('echo began; sleep 4321 & sleep 4321');
    await vi.waitFor(async () => expect((await read(id)).output).toBe('began\n'), {
      timeout: guestMs,
      interval: 250,
    });
    expect((await app.root.put(`${path()}/${id}/cancel`)).status).toBe(200);
    expect(await endOf(app.root, cmdId, guestMs)).toBe(2);
    expect((await read(id)).state).toBe('cancelled');
    expect(await runToEnd('sleep 4321', { timeoutSeconds: 5 })).toMatchObject({
      state: 'timedOut',
    });
    const leftoverProcesses = await runToEnd(
      `cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\000' ' ' | grep -c '[s]leep 4321'; true`,
    );
    expect(leftoverProcesses.output).toBe('0\n');
  });

  it('a command whose server restarts in the meantime is reported with unknown progress', async () => {
    const { id, cmdId } = await run('echo began; sync; sleep 600');
    await vi.waitFor(async () => expect((await read(id)).output).toBe('began\n'), {
      timeout: guestMs,
      interval: 250,
    });
    const reboot = await app.root.put<{ cmdId: number }>(`/servers/${serverId}/power`, {
      state: 'reboot',
    });
    expect(await endOf(app.root, reboot.body.cmdId, guestMs)).toBe(0);
    expect(await endOf(app.root, cmdId, guestMs)).toBe(1);
    expect((await read(id)).problem).toMatch(/restarted|removed/);
  });
});
