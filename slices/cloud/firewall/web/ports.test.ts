import { describe, expect, it } from 'vitest';
import { formatPorts, isRange, parsePorts, parseRemotes } from './ports.ts';

describe('port input', () => {
  it.each([
    ['', []],
    ['22', [{ from: 22, to: 22 }]],
    [
      '80, 443,8000-8100',
      [
        { from: 80, to: 80 },
        { from: 443, to: 443 },
        { from: 8000, to: 8100 },
      ],
    ],
    [
      '80 443',
      [
        { from: 80, to: 80 },
        { from: 443, to: 443 },
      ],
    ],
  ])('%j', (input, expected) => {
    expect(parsePorts(input)).toEqual(expected);
    expect(parsePorts(formatPorts(expected))).toEqual(expected);
  });

  it.each(['0', '65536', '9-8', 'ssh', '22;23', '-1'])('%j is invalid', (input) => {
    expect(parsePorts(input)).toBeNull();
  });

  it('address lists', () => {
    expect(parseRemotes(' 192.0.2.0/24,2001:db8::/32  10.0.0.1 ')).toEqual([
      '192.0.2.0/24',
      '2001:db8::/32',
      '10.0.0.1',
    ]);
    expect(['192.0.2.0/24', '::1', 'example.com', '7'].map(isRange)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
