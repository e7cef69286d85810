import { expect, it } from 'vitest';
import { catalog } from './catalog.ts';

/** The name shown in lists of operating systems. */
const displayName = ({ name, version }: { name: string; version: string }) =>
  name.includes(version) ? name : `${name} ${version}`;

it('no two operating systems have the same name, and none lists a version twice', () => {
  const names = catalog.map(displayName);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const numbers = (name: string) => name.match(/\d+(?:\.\d+)*/g) ?? [];
  const expectUnique = (name: string) =>
    numbers(name).some((one, index, all) =>
      all.some((other, position) => position !== index && other.startsWith(one)),
    );
  expect(names.filter(expectUnique)).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['Debian 12', 'Debian 12 (built here)', 'Alpine Linux 3.21.2']),
  );
});
