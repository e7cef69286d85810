import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  copyName,
  hostnameOf,
  nameLength,
  nameProblem,
  numberedNames,
  suggestName,
} from './names.ts';

describe('a server name', () => {
  it.each([
    'web1',
    'WEB-1',
    '0000',
    'localhost',
    '-web1',
    'web1-',
    'web_1',
    'web.1',
    '(web)1',
    'ktb-aB_9-202611251530',
    'x'.repeat(63),
  ])('can be %s', (name) => {
    expect(nameProblem(name)).toBeNull();
  });

  it.each([
    ['', 'too short'],
    ['abc', 'at least 4'],
    ['x'.repeat(64), 'up to 63 characters'],
    ['----', 'aren’t allowed'],
    ['שרת-1', 'aren’t allowed'],
    ['web 1', 'aren’t allowed'],
    ['web/1', 'aren’t allowed'],
    ['web1\n', 'aren’t allowed'],
  ])('cannot be %j: %s', (name, message) => {
    expect(nameProblem(name)?.en).toContain(message);
    expect(nameProblem(name)?.he).toMatch(/[א-ת]/);
  });

  it('is repeated in its error message in shortened form', () => {
    expect(nameProblem('y'.repeat(5000))?.en.length).toBeLessThan(200);
  });
});

describe('the hostname of a guest', () => {
  it.each([
    ['web-1', 'web-1'],
    ['WEB-1', 'WEB-1'],
    ['web_1.(blue)', 'web-1-blue'],
    ['db.example.com', 'db-example-com'],
    ['0000', 'server-0000'],
    ['localhost', 'server-localhost'],
    ['LocalHost', 'server-LocalHost'],
    ['-web1-', 'web1'],
  ])('of %s is %s', (name, host) => {
    expect(hostnameOf(name)).toBe(host);
  });

  it('is a valid DNS label for any server name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z0-9()_.-]{4,63}$/), (name) => {
        fc.pre(nameProblem(name) === null);
        const host = hostnameOf(name);
        expect(host).toMatch(/^(?!\d+$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i);
        expect(host.toLowerCase()).not.toBe('localhost');
      }),
    );
  });
});

describe('names of several servers', () => {
  it('are numbered, except that a single server keeps its name', () => {
    expect(numberedNames('web', 1)).toEqual(['web']);
    expect(numberedNames('web', 3)).toEqual(['web-1', 'web-2', 'web-3']);
  });
});

describe('a suggested name', () => {
  it('is always valid and unused', () => {
    fc.assert(
      fc.property(fc.nat(25), fc.nat(25), fc.nat(6), (first, second, usedCount) => {
        const drawnNumbers = [first, second];
        const pick = () => drawnNumbers[pickCount++ % 2] ?? 0;
        let pickCount = 0;
        const plain = suggestName(new Set(), pick);
        const usedNames = new Set([
          plain,
          ...Array.from({ length: usedCount }, (_, index) => `${plain}-${index + 2}`),
        ]);
        pickCount = 0;
        const name = suggestName(usedNames, pick);
        expect(usedNames.has(name)).toBe(false);
        expect(nameProblem(name)).toBeNull();
      }),
    );
  });
});

describe('the name of a copy', () => {
  it.each([
    ['web', [], 'web-copy'],
    ['web', ['web-copy'], 'web-copy-2'],
    ['web-1', [], 'web-2'],
    ['web-1', ['web-2', 'web-3'], 'web-4'],
    ['Web-1', ['web-2'], 'Web-3'],
    ['web-9999', [], 'web-10000'],
  ])('of %s beside %j is %s', (name, usedNames, expected) => {
    expect(copyName(name, new Set(usedNames))).toBe(expected);
  });

  it('fits within the maximum length for any original name', () => {
    for (const name of ['x'.repeat(63), `${'x'.repeat(61)}-9`, `${'x'.repeat(58)}-9999`]) {
      const copy = copyName(name, new Set([name]));
      expect(copy.length).toBeLessThanOrEqual(nameLength.max);
      expect(nameProblem(copy)).toBeNull();
      expect(copy).not.toBe(name);
    }
  });
});
