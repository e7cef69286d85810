import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';

/** The distribution's Python and another one earlier in the path can coexist. */
const pythons = ['python3', '/usr/bin/python3'];

/** A Python with Apache libcloud and the driver. Null when none is installed. */
export function pythonWithLibcloud(): string | null {
  const check = 'from libcloud.compute.drivers.kamatera import KamateraNodeDriver';
  return pythons.find((python) => runs(python, ['-c', check])) ?? null;
}

/** The path of the published command line. Null when it isn't installed. */
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

/** The output of the program. Throws with its error output when it fails. */
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
