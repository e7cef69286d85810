import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ProbeResult {
  version: string;
  acceleration: 'kvm' | 'emulation';
  /** Why hardware virtualization isn't available, as text for users. */
  accelerationNote: string;
  problem?: string;
  remedy?: string;
}

/** Probes this machine's capabilities once, on the first call. */
export class Probe {
  readonly qemu: string;
  readonly qemuImg: string;
  readonly #device: string;
  #result: Promise<ProbeResult> | undefined;

  constructor(programs: { qemu: string; qemuImg: string }, device = '/dev/kvm') {
    this.#device = device;
    this.qemu = programs.qemu;
    this.qemuImg = programs.qemuImg;
  }

  /**
   * A machine that can run servers is probed once. A missing prerequisite is probed again, because
   * it may have been fixed.
   */
  async result(): Promise<ProbeResult> {
    this.#result ??= this.#ask();
    const result = await this.#result;
    if (result.problem) this.#result = undefined;
    return result;
  }

  async #ask(): Promise<ProbeResult> {
    const [qemu, qemuImg] = await Promise.all([versionOf(this.qemu), versionOf(this.qemuImg)]);
    if (!qemu || !qemuImg) {
      const missing = [!qemu && this.qemu, !qemuImg && this.qemuImg].filter(Boolean).join(' and ');
      const isLinux = process.platform === 'linux';
      return {
        version: qemu ?? '',
        acceleration: 'emulation',
        accelerationNote: '',
        problem: `QEMU isn’t fully installed on this machine: ${missing} can’t be run.`,
        remedy: isLinux
          ? 'sudo apt-get install --no-install-recommends qemu-system-x86 qemu-utils'
          : 'Run the portal on a Linux machine to use this engine.',
      };
    }
    const obstacle = await kvmObstacle(this.qemu, this.#device);
    return {
      version: qemu,
      acceleration: obstacle ? 'emulation' : 'kvm',
      accelerationNote: obstacle ?? '',
    };
  }
}

async function versionOf(program: string): Promise<string | null> {
  const result = await run(program, ['--version']).catch(() => null);
  return result && (/version (\d+(\.\d+)*)/.exec(result.stdout)?.[1] ?? 'of unknown version');
}

/** Null when servers can run on the CPU itself, otherwise the reason why not. */
async function kvmObstacle(qemu: string, path: string): Promise<string | null> {
  const device = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => error);
  if (device instanceof Error) {
    if (device.code === 'EACCES')
      return 'This user can’t open /dev/kvm. Add the user to the kvm group.';
    return 'This machine has no hardware virtualization.';
  }
  await device.close();
  return await loopObstacle(qemu);
}

/**
 * Runs a guest that counts to 20 million, which takes a CPU no time. Starting a guest proves
 * little: on a virtual machine, `/dev/kvm` can exist and still interpret each instruction, a
 * hundred times slower than emulation.
 */
async function loopObstacle(qemu: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudberth-probe-'));
  try {
    const firmware = join(folder, 'loop.rom');
    await writeFile(firmware, loopFirmware());
    const end = await run(qemu, loopGuest(firmware), {
      timeout: loopLimitMs,
      killSignal: 'SIGKILL',
    }).then(
      () => ({ code: 0, killed: false }),
      (error: { code?: unknown; killed?: boolean }) => error,
    );
    if (end.code === loopDone) return null;
    return end.killed
      ? 'Hardware virtualization on this machine is slower than emulation.'
      : 'The processor has no hardware virtualization, although /dev/kvm exists.';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Several times the tenth of a second that a busy machine with real virtualization takes. */
const loopLimitMs = 2000;
const exitPort = 0xf4;
/** The exit status of QEMU's debug exit for the value 0x10. */
const loopDone = (0x10 << 1) | 1;

/** A guest with only this firmware and an exit port. */
const loopGuest = (firmware: string): string[] => [
  ...[
    '-nodefaults',
    '-no-user-config',
    '-display',
    'none',
    '-machine',
    'q35',
    '-accel',
    'kvm',
    '-cpu',
    'host',
    '-m',
    '32',
    '-no-reboot',
  ],
  ...['-bios', firmware, '-device', `isa-debug-exit,iobase=${exitPort},iosize=0x04`],
];

/**
 * 64 KiB of real mode code: the CPU starts sixteen bytes before the end, jumps to the beginning,
 * counts down and reports that it's done.
 */
function loopFirmware(): Buffer {
  const firmware = Buffer.alloc(65_536, 0xf4);
  const count = Buffer.alloc(4);
  count.writeUInt32LE(20_000_000);
  // cli; mov ecx, count; next: dec ecx; jnz next; mov dx, port; mov al, 0x10; out dx, al; hlt
  Buffer.from([
    0xfa,
    0x66,
    0xb9,
    ...count,
    0x66,
    0x49,
    0x75,
    0xfc,
    0xba,
    exitPort,
    0x00,
    0xb0,
    0x10,
    0xee,
    0xf4,
  ]).copy(firmware);
  // jmp f000:0000
  Buffer.from([0xea, 0x00, 0x00, 0x00, 0xf0]).copy(firmware, 0xfff0);
  return firmware;
}
