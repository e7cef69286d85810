import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { merged, multipartOf } from './compose.ts';
import { filePathProblem, pathProblem } from './paths.ts';

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('a multipart document', () => {
  it.skipIf(!hasPython)('is parsed by cloud-init’s own parser, byte for byte', () => {
    const parts = [
      '#cloud-config\nhostname: a\n',
      '#!/bin/sh\necho "שלום עולם"\n',
      `#cloud-config\nmotd: ${'x'.repeat(1200)}\n`,
    ];
    const script = `import email, json, sys
message = email.message_from_string(sys.stdin.read())
print(json.dumps([[p.get_content_type(), p.get('Merge-Type'), p.get_payload(decode=True).decode()] for p in message.walk() if not p.is_multipart()]))`;
    const parsed = JSON.parse(
      execFileSync('python3', ['-c', script], { input: multipartOf(parts), encoding: 'utf8' }),
    ) as [string, string | null, string][];
    expect(parsed.map(([, , text]) => text.trim())).toEqual(parts.map((part) => part.trim()));
    expect(parsed.map(([type]) => type)).toEqual([
      'text/cloud-config',
      'text/x-shellscript',
      'text/cloud-config',
    ]);
    expect(parsed.map(([, merge]) => merge !== null)).toEqual([true, false, true]);
  });

  it('doesn’t allow a part to end the document', () => {
    const [boundary] = /==[0-9a-f]{32}==/.exec(multipartOf(['#cloud-config\n'])) ?? [];
    const hostile = multipartOf([`#cloud-config\n--${boundary}--\n`]);
    const own = /boundary="([^"]+)"/.exec(hostile)?.[1] ?? '';
    expect(hostile.split(`--${own}`).length).toBe(3);
  });
});

describe('merging', () => {
  it('handles mixed types like cloud-init, and omits merge instructions of a part', () => {
    expect(
      merged([{ a: 'x', merge_how: 'list(append)' }, { a: [1], b: { c: 1 } }, { b: [2] }]),
    ).toEqual({ a: [1], b: { c: 1 } });
  });
});

describe('paths', () => {
  it.each([
    ['/var/www/site.conf', 'linux', null],
    ['C:/web/site.conf', 'windows', null],
    ['C:/web/site.conf', 'all', null],
    ['/web', 'windows', 'Root Directory is Missing.'],
    ['web', 'linux', 'Root Directory is Missing.'],
    ['/a b', 'linux', 'Invalid characters are found in the Path.'],
    ['/a/C:/b', 'linux', 'Invalid characters are found in the Path.'],
    ['/a/...b', 'linux', '3 or more dots are not allowed in Path.'],
    ['/a./b', 'linux', 'Invalid Directory name, the Name Cannot end with dot.'],
    ['/a', undefined, 'OS Type is missing.'],
  ] as const)('%s for %s', (path, osType, problem) => {
    expect(pathProblem(path, osType)?.en ?? null).toBe(problem);
  });

  it('of files end with a file name', () => {
    expect(filePathProblem('/etc/motd', 'linux')).toBeNull();
    expect(filePathProblem('/etc/', 'linux')?.en).toMatch(/File names/);
    expect(filePathProblem('/etc/motd.', 'linux')?.en).toMatch(/File names/);
  });
});
