import { spawn } from 'node:child_process';
import { namespacePath } from './bridgeInstance.ts';

/**
 * Runs a program to completion with `input` and returns its output. Throws with its error output
 * when it fails.
 */
export function run(program: string, args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let output = '';
    let errorOutput = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errorOutput += chunk.toString();
    });
    child.once('error', reject);
    child.stdin.on('error', () => undefined);
    child.once('close', (code) => {
      if (code === 0) resolve(output);
      else
        reject(
          new Error(
            `${program} ${args.join(' ')}: ${errorOutput.trim().split('\n').slice(0, 3).join(' ') || `it ended with code ${code}`}`,
          ),
        );
    });
    child.stdin.end(input);
  });
}

/** The command prefix for running in a network namespace. */
export const enterNamespace = (namespace: string): [string, string] => [
  'nsenter',
  `--net=${namespacePath(namespace)}`,
];

export function runInside(
  namespace: string,
  program: string,
  args: readonly string[],
  input?: string,
): Promise<string> {
  const [enterCommand, enterArgs] = enterNamespace(namespace);
  return run(enterCommand, [enterArgs, program, ...args], input);
}

/** Runs commands with `ip -batch`. Throws when any of them fails. */
export async function ipBatch(namespace: string | null, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const namespaceArgs = namespace === null ? [] : ['-n', namespace];
  await run('ip', [...namespaceArgs, '-batch', '-'], `${lines.join('\n')}\n`);
}
