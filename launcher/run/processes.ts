import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { UserError } from '../output.ts';
import { projectFolder } from '../project.ts';

/** How a program ended. `signal` is set when it was killed. */
export interface ExitStatus {
  code: number;
  signal: NodeJS.Signals | null;
}

/**
 * Runs a program in the project folder and shows its output. Resolves with its exit code (128 when
 * killed).
 */
export async function runWithOutput(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  const child = spawn(program, args, {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  return (await waitForExit(child)).code;
}

/** Runs a program quietly. Throws a `UserError` with its last lines of output when it fails. */
export async function runQuietly(
  program: string,
  args: readonly string[],
  purpose: string,
  options: SpawnOptions = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: projectFolder,
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const { code } = await waitForExit(child);
  if (code !== 0)
    throw new UserError(
      `${purpose} failed (${program} ended with code ${code}):\n${output.trim().split('\n').slice(-20).join('\n')}`,
    );
  return output;
}

/** Runs a TypeScript file of the project as a separate command. */
export function runScript(
  file: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<number> {
  return runWithOutput(process.execPath, [file, ...args], options);
}

/** Runs a TypeScript file of the project at low priority, and prints its output at the end. */
export async function runScriptInBackground(
  file: string,
  args: readonly string[],
): Promise<number> {
  const child = spawn('nice', ['-n', '10', process.execPath, file, ...args], {
    cwd: projectFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const { code } = await waitForExit(child);
  process.stderr.write(output);
  return code;
}

/** Command line that runs a program with umask 022, such as an installation. */
export const withDefaultUmask = (program: string, args: readonly string[]): [string, string[]] => [
  'sh',
  ['-c', 'umask 022 && exec "$@"', 'sh', program, ...args],
];

/** Waits for a child process to end. Rejects with a `UserError` when it couldn't be started. */
export function waitForExit(child: ChildProcess): Promise<ExitStatus> {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new UserError(`${child.spawnfile} couldn't be started: ${error.message}`)),
    );
    child.once('close', (code, signal) => resolve({ code: code ?? 128, signal }));
  });
}
