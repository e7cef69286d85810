import { expect, it } from 'vitest';
import { catalogue } from './catalogue.ts';

/** The name shown in lists of operating systems. */
const shown = ({ name, version }: { name: string; version: string }) =>
  name.includes(version) ? name : `${name} ${version}`;

it('no two operating systems have the same name, and none lists a version twice', () => {
  const names = catalogue.map(shown);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  const numbers = (name: string) => name.match(/\d+(?:\.\d+)*/g) ?? [];
  const twice = (name: string) =>
    numbers(name).some((one, at, all) =>
      all.some((other, place) => place !== at && other.startsWith(one)),
    );
  expect(names.filter(twice)).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['Debian 12', 'Debian 12 (built here)', 'Alpine Linux 3.21.2']),
  );
});
