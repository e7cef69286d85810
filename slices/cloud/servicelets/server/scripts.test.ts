import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { scriptsOfUser } from './scripts.ts';

const home = mkdtempSync(join(tmpdir(), 'cloudberth-home-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const { begin, look, clean } = scriptsOfUser();
const runScript = (script: string, args: string[], input = '') => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', ...args], {
    input,
    env: { HOME: home, PATH: process.env.PATH },
  });
  return { status, out: stdout.toString(), err: stderr.toString() };
};
const scriptArgs = (script: string): [string, string] => [`${Buffer.byteLength(script)}`, script];

it('a partially transferred script isn’t run and is sent again', async () => {
  const script = `#!/bin/sh\ntouch "$HOME/שלום"; rm -rf "$HOME/nothing"`;
  const [bytes] = scriptArgs(script);
  expect(runScript(begin, ['one', bytes], script.slice(0, -10))).toMatchObject({
    status: 1,
    err: 'not all of the script arrived\n',
  });
  expect(runScript(look, ['one', '0']).out).toBe('absent\n');
  expect(readdirSync(join(home, '.cloudberth/runs'))).toEqual([]);
  expect(runScript(begin, ['one', bytes], script).status).toBe(0);
  await expect.poll(() => runScript(look, ['one', '0']).out).toBe('ended 0\n');
  expect(existsSync(join(home, 'שלום'))).toBe(true);
});

it('a run starts only once despite repeated requests, and leaves nothing behind', async () => {
  const [bytes, script] = scriptArgs('#!/bin/sh\necho once >>"$HOME/count"; wc -l <"$HOME/count"');
  for (let round = 0; round < 3; round++)
    expect(runScript(begin, ['two', bytes], script).status).toBe(0);
  await expect
    .poll(() => runScript(look, ['two', '0']).out)
    .toBe(`ended 0\n${Buffer.from('1\n').toString('base64')}\n`);
  for (const run of ['one', 'two']) expect(runScript(clean, [run]).status).toBe(0);
  expect(readdirSync(home)).not.toContain('.cloudberth');
});

it('files created by a script have the usual permissions, and files of the run are private', async () => {
  const [bytes, script] = scriptArgs(
    '#!/bin/sh\n: >"$HOME/made"; stat -c %a "$HOME/.cloudberth/runs/three" "$HOME/.cloudberth/runs/three/output"',
  );
  expect(runScript(`umask 022\n${begin}`, ['three', bytes], script).status).toBe(0);
  await expect
    .poll(() => runScript(look, ['three', '0']).out)
    .toBe(`ended 0\n${Buffer.from('700\n600\n').toString('base64')}\n`);
  expect(statSync(join(home, 'made')).mode & 0o777).toBe(0o644);
});
