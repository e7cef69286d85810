import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/testing/app.ts';
import { makeKey, type TestKey } from '../../../server/testing/keyClient.ts';
import { commandLine, pythonWithLibcloud, run } from './server/testing/programs.ts';

/**
 * Runs published clients against a running portal. Each polls for commands at its own interval of 2
 * to 5 seconds.
 */
let app: TestApp;
let key: TestKey;
beforeAll(async () => {
  app = await startTestApp();
  const user = await app.signInAs('user', { email: 'clients@example.test' });
  key = await makeKey(user, {});
});
afterAll(() => app.close());

const python = pythonWithLibcloud();
const libcloudSkipReason = python
  ? null
  : 'skipped: apt-get install --no-install-recommends python3-libcloud';
const publicKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE9iq+R8vmmnYgdXUHVK8mAvuYHSTmBAA2HfbBWl0c9g test';

interface LibcloudServer {
  id: string;
  name: string;
  state: string;
  public_ips: string[];
  private_ips: string[];
  billingcycle: string;
  priceOn: string;
  priceOff: string;
  dailybackup: boolean;
}

describe.skipIf(libcloudSkipReason)(
  `the Kamatera driver of libcloud${libcloudSkipReason ? ` (${libcloudSkipReason})` : ''}`,
  () => {
    it('lists, creates, stops, starts, restarts and destroys servers, and reports an invalid secret', async () => {
      const script = join(import.meta.dirname, 'server/testing/driveByLibcloud.py');
      const { hostname, port } = new URL(app.address);
      const out = JSON.parse(
        await run(python ?? '', [script, hostname, port, key.clientId, key.secret, publicKey]),
      ) as Record<string, unknown>;
      expect(out.location).toEqual(['SIM', 'Simulated', 'Simulated']);
      expect(out.sizes).toEqual([
        ['small', 2048, 30, 1, 'B'],
        ['medium', 4096, 60, 2, 'B'],
        ['large', 8192, 100, 4, 'B'],
      ]);
      expect(out.images).toBeGreaterThan(5);
      expect(out.image).toEqual([
        expect.stringMatching(/^SIM:[0-9a-f]{32}$/),
        expect.stringContaining('Debian'),
        'SIM',
        5,
      ]);
      expect(out.capabilities).toEqual([
        'cpuTypes',
        'defaultMonthlyTrafficPackage',
        'diskSizeGB',
        'monthlyTrafficPackage',
      ]);
      const generated = out.generated as LibcloudServer;
      expect(generated).toMatchObject({
        name: 'lc-generated',
        state: 'running',
        billingcycle: 'hourly',
        dailybackup: false,
        private_ips: [],
      });
      expect(generated.public_ips).toEqual([expect.stringMatching(/^10\.64\.\d+\.\d+$/)]);
      expect(Number(generated.priceOn)).toBeGreaterThan(Number(generated.priceOff));
      expect(Number(generated.priceOff)).toBeGreaterThan(0);
      expect(out.password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d).{20}$/);
      expect(out.log).toBe(`Name: lc-generated\nNetwork #1: wan ${generated.public_ips[0]}\nDone.`);
      expect(out.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect(out.chosen).toMatchObject({
        name: 'lc-password',
        state: 'stopped',
        dailybackup: true,
      });
      expect(out.key).toMatchObject({ name: 'lc-key', state: 'running' });
      expect(out.listed).toEqual([
        ['lc-generated', 'running'],
        ['lc-key', 'running'],
        ['lc-password', 'stopped'],
      ]);
      expect((out.details as LibcloudServer[]).map(({ name }) => name)).toEqual([
        'lc-generated',
        'lc-key',
      ]);
      expect([out.stopped, out.started, out.rebooted, out.left]).toEqual([
        'stopped',
        'running',
        'running',
        [],
      ]);
      expect(out.again).toEqual(['lc-generated', true]);
      expect(out.refused).toEqual([
        expect.any(String),
        expect.stringContaining('you are not logged in'),
      ]);
    });
  },
);

const program = commandLine();
const cliSkipReason = program
  ? null
  : 'skipped: install cloudcli from its releases, or name it by CLOUDCLI_BINARY';

describe.skipIf(cliSkipReason)(
  `the published command line${cliSkipReason ? ` (${cliSkipReason})` : ''}`,
  () => {
    let home = '';
    beforeAll(async () => {
      home = await mkdtemp(join(tmpdir(), 'cloudberth-cloudcli-'));
    });
    afterAll(() => rm(home, { recursive: true, force: true }));

    const cloudcli = async (...args: string[]) =>
      await run(program ?? '', args, {
        ...{ HOME: home, CLOUDCLI_SCHEMA_FILE: join(home, 'schema.json') },
        ...{
          CLOUDCLI_APISERVER: app.address,
          CLOUDCLI_APICLIENTID: key.clientId,
          CLOUDCLI_APISECRET: key.secret,
        },
      });

    it('configures itself and creates, shows, changes, stops and terminates a server', async () => {
      await cloudcli('init', '--no-config');
      const options = JSON.parse(await cloudcli('server', 'options', '--format', 'json')) as {
        diskImages: Record<string, { id: string }[]>;
      };
      const image = options.diskImages.SIM?.[0]?.id ?? '';
      await cloudcli(
        ...[
          'server',
          'create',
          '--name',
          'cli-one',
          '--password',
          'A_chosen_Password1',
          '--datacenter',
          'SIM',
          '--image',
          image,
          '--wait',
        ],
      );
      expect(await cloudcli('server', 'list')).toContain('cli-one');
      expect(
        JSON.parse(await cloudcli('server', 'info', '--name', 'cli-one', '--format', 'json')),
      ).toMatchObject([{ name: 'cli-one', power: 'on' }]);
      await cloudcli('server', 'disk', '--name', 'cli-one', '--add', '10gb', '--wait');
      expect(await cloudcli('server', 'disk', '--name', 'cli-one')).toContain('10gb');
      await cloudcli('server', 'poweroff', '--name', 'cli-one', '--wait');
      expect(await cloudcli('queue', 'list')).toContain('cli-one');
      await cloudcli('server', 'terminate', '--name', 'cli-one', '--force', '--wait');
    });
  },
);
