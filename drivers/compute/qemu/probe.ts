import { execFile, spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProbeResult {
  version: string;
  acceleration: 'kvm' | 'emulation';
  /** Why there is no hardware virtualisation, for people. */
  accelerationNote: string;
  problem?: string;
  remedy?: string;
}

/** A guest without disks that only runs its firmware: long enough to see the processor accept it. */
const probeGuest = [
  '-nodefaults',
  '-no-user-config',
  '-display',
  'none',
  '-machine',
  'q35',
  '-cpu',
  'host',
  '-accel',
  'kvm',
  '-m',
  '32',
  '-qmp',
  'stdio',
];
const probeMs = 300;

/** Finds out once, when first asked, what this machine can do. */
export class Probe {
  readonly qemu: string;
  readonly qemuImg: string;
  #result: Promise<ProbeResult> | undefined;

  constructor(programs: { qemu: string; qemuImg: string }) {
    this.qemu = programs.qemu;
    this.qemuImg = programs.qemuImg;
  }

  /** A machine that can run servers is asked once; one that lacks something is asked again, for it may have been mended. */
  async result(): Promise<ProbeResult> {
    this.#result ??= this.#ask();
    const result = await this.#result;
    if (result.problem) this.#result = undefined;
    return result;
  }

  async #ask(): Promise<ProbeResult> {
    const [qemu, tool] = await Promise.all([versionOf(this.qemu), versionOf(this.qemuImg)]);
    if (!qemu || !tool) {
      const missing = [!qemu && this.qemu, !tool && this.qemuImg].filter(Boolean).join(' and ');
      const isLinux = process.platform === 'linux';
      return {
        version: qemu ?? '',
        acceleration: 'emulation',
        accelerationNote: '',
        problem: `QEMU is not complete on this machine: ${missing} cannot be run.`,
        remedy: isLinux
          ? 'sudo apt-get install --no-install-recommends qemu-system-x86 qemu-utils'
          : 'Run the portal on a Linux machine to use this engine.',
      };
    }
    const obstacle = await kvmObstacle(this.qemu);
    return { version: qemu, acceleration: obstacle ? 'emulation' : 'kvm', accelerationNote: obstacle ?? '' };
  }
}

async function versionOf(program: string): Promise<string | null> {
  const said = await run(program, ['--version']).catch(() => null);
  return said && (/version (\d+(\.\d+)*)/.exec(said.stdout)?.[1] ?? 'of unknown version');
}

/** null when servers can run on the processor itself, otherwise why not. */
async function kvmObstacle(qemu: string): Promise<string | null> {
  const device = await open('/dev/kvm', 'r+').catch((error: NodeJS.ErrnoException) => error);
  if (device instanceof Error) {
    if (device.code === 'EACCES') return 'this user may not open /dev/kvm; add it to the group kvm';
    return 'this machine offers no hardware virtualisation';
  }
  await device.close();
  return (await probeGuestRuns(qemu)) ? null : 'the processor offers no hardware virtualisation, although /dev/kvm is there';
}

/** Starts a guest and asks after a moment whether it is still running. */
function probeGuestRuns(qemu: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(qemu, probeGuest, { stdio: ['pipe', 'pipe', 'ignore'] });
    let output = '';
    const finish = (runs: boolean) => {
      clearTimeout(question);
      clearTimeout(limit);
      child.kill('SIGKILL');
      resolve(runs);
    };
    child.once('error', () => finish(false));
    child.once('exit', () => finish(false));
    child.stdin.on('error', () => finish(false));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const status = /"status": "([a-z-]+)"/.exec(output)?.[1];
      if (status) finish(status === 'running');
    });
    child.stdin.write('{"execute":"qmp_capabilities"}\n');
    const question = setTimeout(() => child.stdin.write('{"execute":"query-status"}\n'), probeMs);
    const limit = setTimeout(() => finish(false), 10 * probeMs);
  });
}
