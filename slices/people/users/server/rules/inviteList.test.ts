import { expect, it } from 'vitest';
import { parseInviteList } from './inviteList.ts';

const emails = (list: string) => parseInviteList(list).map(({ line, email }) => [line, email]);

it.each<[string, string, [number, string][]]>([
  [
    'one a line',
    'a@example.test\n\nb@example.test\r\n',
    [
      [1, 'a@example.test'],
      [3, 'b@example.test'],
    ],
  ],
  [
    'blanks between',
    'a@example.test b@example.test',
    [
      [1, 'a@example.test'],
      [1, 'b@example.test'],
    ],
  ],
  [
    'commas between',
    'a@example.test, b@example.test;c@example.test',
    [
      [1, 'a@example.test'],
      [1, 'b@example.test'],
      [1, 'c@example.test'],
    ],
  ],
  ['a heading', 'E-mail,First name\na@example.test,Ann', [[2, 'a@example.test']]],
  ['a mark at the start of the file', '\ufeffa@example.test', [[1, 'a@example.test']]],
  ['nothing', '\n \n', []],
])('reads %s', (_name, list, expected) => {
  expect(emails(list)).toEqual(expected);
});

it('reads names from CSV, including quoted ones, and from email addresses', () => {
  const invitees = parseInviteList(
    'ann@example.test,Ann,Lee\nbob@example.test;"Bob ""Bo""";"van Dam, Jr"\n"Eve Ra" <eve@example.test>',
  );
  expect(invitees.map(({ firstName, lastName }) => [firstName, lastName])).toEqual([
    ['Ann', 'Lee'],
    ['Bob "Bo"', 'van Dam, Jr'],
    ['Eve', 'Ra'],
  ]);
});

it('reports every invalid line with the problem', () => {
  const invitees = parseInviteList(
    `good@example.test\nnot an address\nGood@example.test\nx@\nlong@example.test,${'n'.repeat(101)}`,
  );
  expect(invitees.map(({ line, problem }) => [line, problem?.en ?? null])).toEqual([
    [1, null],
    [2, '"not an address" isn’t a valid email address.'],
    [3, 'Good@example.test is listed twice.'],
    [4, '"x@" isn’t a valid email address.'],
    [5, 'The name is longer than 100 characters.'],
  ]);
});

it('parses 200,000 arbitrary characters quickly', () => {
  // Measures CPU time, which isn't affected by other tests running at the same time.
  const before = process.threadCpuUsage();
  parseInviteList('"'.repeat(200_000));
  parseInviteList(`${'a'.repeat(100_000)}<${' '.repeat(99_000)}`);
  parseInviteList(','.repeat(200_000));
  const { user, system } = process.threadCpuUsage(before);
  expect(user + system).toBeLessThan(1_000_000);
});
