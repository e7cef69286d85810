import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFolder } from './project.ts';

const run = promisify(execFile);
let copy: string;
const runInCopy = (program: string, ...args: string[]) =>
  run(program, args, { cwd: copy, maxBuffer: 2 ** 26 });

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'cloudberth-new-slice-'));
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: projectFolder,
    maxBuffer: 2 ** 26,
  });
  for (const entry of new Set(
    stdout
      .trim()
      .split('\n')
      .map((path) => path.split('/')[0] ?? ''),
  ))
    await cp(join(projectFolder, entry), join(copy, entry), { recursive: true });
  await symlink(join(projectFolder, 'node_modules'), join(copy, 'node_modules'));
}, 60_000);
afterAll(() => rm(copy, { recursive: true, force: true }));

const generate = (...args: string[]) =>
  runInCopy(process.execPath, 'launcher/main.ts', 'new', 'slice', ...args);

it('a new slice is small, complete, formatted, and correctly typed', async () => {
  const { stdout } = await generate('people/houseRules', '--one=houseRule', '--he=כלל,כללים');
  const files = stdout.split('\n').filter((line) => line.startsWith('slices/people/houseRules/'));
  const isCode = (path: string) => !/texts\/|\.test\.ts$|e2e\.ts$/.test(path);
  expect(files.filter(isCode).length).toBeLessThanOrEqual(11);
  const sources = await Promise.all(files.map((path) => readFile(join(copy, path), 'utf8')));
  expect(sources.join('').split('\n').length).toBeLessThanOrEqual(800);
  await runInCopy('node_modules/.bin/biome', 'check', '--error-on-warnings', '.');
  for (const project of ['tsconfig.json', 'tsconfig.web.json'])
    await runInCopy(process.execPath, 'node_modules/typescript/bin/tsc', '-p', project);
}, 600_000);

it('requires a name in both languages, and leaves an existing slice unchanged', async () => {
  await expect(generate('notes', '--one=note', '--he=א,ב')).rejects.toThrow('The area must be');
  await expect(generate('people/notes')).rejects.toThrow('The Hebrew names are missing.');
  await expect(generate('people/notes', '--one=notes', '--he=א,ב')).rejects.toThrow(
    'English words',
  );
  await expect(generate('people/groups', '--one=group', '--he=קבוצה,קבוצות')).rejects.toThrow(
    'slices/people/groups is already there',
  );
});
