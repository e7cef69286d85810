import { describe, expect, it } from 'vitest';
import { render } from '../errors/messages.ts';
import { fileNameProblem, type PathSystem, pathProblem } from './paths.ts';

describe('a path', () => {
  it.each<[string, PathSystem]>([
    ['/', 'linux'],
    ['/var/lib/my-app_1.2/data', 'linux'],
    ['/etc/', 'linux'],
    ['/home/.ssh', 'linux'],
    ['C:\\Program_Files\\app', 'windows'],
    ['d:/data/file.txt', 'windows'],
    ['/etc/hosts', 'all'],
    ['C:\\temp', 'all'],
  ])('%s is a path of %s', (path, system) => {
    expect(pathProblem(path, system)).toBeNull();
  });

  it.each<[string, PathSystem | null, string]>([
    ['/etc', null, 'OS Type is missing.'],
    ['etc/hosts', 'linux', 'Root Directory is Missing.'],
    ['', 'all', 'Root Directory is Missing.'],
    ['C:\\temp', 'linux', 'Root Directory is Missing.'],
    ['/etc', 'windows', 'Root Directory is Missing.'],
    ['C:temp', 'windows', 'Root Directory is Missing.'],
    ['/etc/pass wd', 'linux', 'Invalid characters are found in the Path.'],
    ['/etc\\x', 'linux', 'Invalid characters are found in the Path.'],
    ['/a:b', 'linux', 'Invalid characters are found in the Path.'],
    ['/etc/\u0000', 'linux', 'Invalid characters are found in the Path.'],
    ['/etc\n', 'linux', 'Invalid characters are found in the Path.'],
    ['/תיקייה', 'linux', 'Invalid characters are found in the Path.'],
    ['C:\\a\\D:\\b', 'windows', 'Invalid characters are found in the Path.'],
    ['/a/.../b', 'linux', '3 or more dots are not allowed in Path.'],
    ['/a...b', 'linux', '3 or more dots are not allowed in Path.'],
    ['/a/../b', 'linux', 'Invalid Directory name, the Name Cannot end with dot.'],
    ['/a/./b', 'linux', 'Invalid Directory name, the Name Cannot end with dot.'],
    ['/a./b', 'linux', 'Invalid Directory name, the Name Cannot end with dot.'],
    ['C:\\a.', 'windows', 'Invalid Directory name, the Name Cannot end with dot.'],
  ])('%j of %s is rejected: %s', (path, system, message) => {
    const problem = pathProblem(path, system);
    expect(problem && render(problem, 'en')).toBe(message);
  });

  it('is validated quickly at any length', () => {
    const long = `/${'a.'.repeat(25_000)}`;
    const before = performance.now();
    expect(pathProblem(long, 'all')).toBe('pathNameEndsWithDot');
    expect(performance.now() - before).toBeLessThan(50);
  });
});

describe('a file name', () => {
  it.each(['disk.qcow2', 'Debian-12_x64.raw', '.hidden', 'a'])('%s is accepted', (name) => {
    expect(fileNameProblem(name)).toBeNull();
  });

  it.each([
    ['my disk.qcow2', 'File names may only contain a-zA-Z0-9._-.'],
    ['../disk', 'File names may only contain a-zA-Z0-9._-.'],
    ['דיסק', 'File names may only contain a-zA-Z0-9._-.'],
    ['', 'File names may only contain a-zA-Z0-9._-.'],
    ['a\u0000', 'File names may only contain a-zA-Z0-9._-.'],
    ['..', 'Invalid Directory name, the Name Cannot end with dot.'],
    ['...', '3 or more dots are not allowed in Path.'],
    ['disk.', 'Invalid Directory name, the Name Cannot end with dot.'],
  ])('%j is rejected: %s', (name, message) => {
    const problem = fileNameProblem(name);
    expect(problem && render(problem, 'en')).toBe(message);
  });
});
