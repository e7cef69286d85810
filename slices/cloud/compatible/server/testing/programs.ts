import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** The distribution's own version and one earlier in the path can coexist. */
const pythons = ['python3', '/usr/bin/python3'];

/** A Python with Apache libcloud and the driver. Null when there is none. */
export function pythonWithLibcloud(): string | null {
  const check = 'from libcloud.compute.drivers.kamatera import KamateraNodeDriver';
  return pythons.find((python) => runs(python, ['-c', check])) ?? null;
}

/** The published command line; null when it is not installed. */
export function commandLine(): string | null {
  const program = process.env.CLOUDCLI_BINARY ?? 'cloudcli';
  return runs(program, ['version']) ? program : null;
}

function runs(program: string, args: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What the program wrote. Throws, with what it complained of, when it fails. */
export async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], {
    env: { ...process.env, ...env },
    maxBuffer: 10_000_000,
  });
  return stdout;
}
