import { mkdir, readFile, rmdir, statfs, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const mountFolder = '/sys/fs/cgroup';
const groupName = 'cloudberth';
const controllers = ['memory', 'pids', 'cpu'] as const;
/** CGROUP2_SUPER_MAGIC from linux/magic.h. */
const unifiedType = 0x63677270;
const periodMicroseconds = 100_000;
/**
 * The kernel's default weight for one process or group, and its limits (sched-design-CFS and
 * cgroup-v2 in the kernel documentation).
 */
const weights = {
  1: { file: 'cpu.shares', ordinary: 1024, least: 2, most: 262_144 },
  2: { file: 'cpu.weight', ordinary: 100, least: 1, most: 10_000 },
} as const;

export interface GroupLimits {
  memoryBytes: number;
  /** Maximum number of processes and threads. */
  tasks: number;
  /** Maximum number of CPU cores in use. */
  cores: number;
  /** Share of busy CPUs, equivalent to this many ordinary processes. */
  weight: number;
}

/**
 * Control groups below `bases`: one folder for all controllers (version 2), or one per controller
 * (version 1).
 */
export class Cgroups {
  readonly version: 1 | 2;
  readonly #bases: readonly string[];

  constructor(version: 1 | 2, bases: readonly string[]) {
    this.version = version;
    this.#bases = bases;
  }

  /**
   * Creates the group, or changes its limits. Returns the files through which a process joins it.
   */
  async set(name: string, limits: GroupLimits): Promise<string[]> {
    await Promise.all(this.#bases.map((base) => mkdir(join(base, name), { recursive: true })));
    await Promise.all(this.#settings(name, limits).map(([file, value]) => writeFile(file, value)));
    return this.#bases.map((base) => join(base, name, 'cgroup.procs'));
  }

  /**
   * All groups together have the weight of one ordinary process on each CPU, however many servers
   * there are.
   */
  async weighBase(): Promise<void> {
    const base = this.#bases.at(-1) ?? '';
    await writeFile(join(base, weights[this.version].file), this.#weight(availableParallelism()));
  }

  /** Deletes a group without processes. */
  async remove(name: string): Promise<void> {
    for (const base of this.#bases) await rmdir(join(base, name)).catch(() => undefined);
  }

  #weight(ordinary: number): string {
    const { ordinary: unit, least, most } = weights[this.version];
    return `${Math.min(most, Math.max(least, Math.round(unit * ordinary)))}`;
  }

  #settings(name: string, { memoryBytes, tasks, cores, weight }: GroupLimits): [string, string][] {
    const quota = Math.round(cores * periodMicroseconds);
    const at = (index: number, file: string) => join(this.#bases[index] ?? '', name, file);
    if (this.version === 2)
      return [
        [at(0, 'memory.max'), `${memoryBytes}`],
        [at(0, 'pids.max'), `${tasks}`],
        [at(0, 'cpu.max'), `${quota} ${periodMicroseconds}`],
        [at(0, weights[2].file), this.#weight(weight)],
      ];
    return [
      [at(0, 'memory.limit_in_bytes'), `${memoryBytes}`],
      [at(1, 'pids.max'), `${tasks}`],
      [at(2, 'cpu.cfs_period_us'), `${periodMicroseconds}`],
      [at(2, 'cpu.cfs_quota_us'), `${quota}`],
      [at(2, weights[1].file), this.#weight(weight)],
    ];
  }
}

/**
 * The control groups of this machine, detected by creating one. Null if that isn't allowed or a
 * controller is missing.
 */
export async function findCgroups(): Promise<Cgroups | null> {
  for (const candidate of [findUnified, separate]) {
    const groups = await candidate().catch(() => null);
    if (!groups || !(await canUse(groups))) continue;
    await groups.weighBase();
    return groups;
  }
  return null;
}

async function canUse(groups: Cgroups): Promise<boolean> {
  const probeName = `trial-${process.pid}`;
  const isPossible = await groups
    .set(probeName, { memoryBytes: 2 ** 30, tasks: 100, cores: 1, weight: 1 })
    .then(
      () => true,
      () => false,
    );
  await groups.remove(probeName);
  return isPossible;
}

/**
 * Next to the service manager's groups, so that a restart of the portal's service doesn't stop the
 * servers.
 */
async function findUnified(): Promise<Cgroups> {
  // With version 1, the same folder contains only the mounts of the controllers.
  if ((await statfs(mountFolder)).type !== unifiedType)
    throw new Error(`${mountFolder} is no cgroup2 file system`);
  const base = join(mountFolder, groupName);
  const enable = controllers.map((name) => `+${name}`).join(' ');
  await writeFile(join(mountFolder, 'cgroup.subtree_control'), enable);
  await mkdir(base, { recursive: true });
  await writeFile(join(base, 'cgroup.subtree_control'), enable);
  return new Cgroups(2, [base]);
}

async function separate(): Promise<Cgroups> {
  const ownCgroup = (await readFile('/proc/self/cgroup', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'));
  const bases = await Promise.all(
    controllers.map(async (controller) => {
      const path =
        ownCgroup.find(([, names]) => names?.split(',').includes(controller))?.[2] ?? '/';
      const nested = join(mountFolder, controller, path, groupName);
      // A container can see a path of its host that doesn't exist inside.
      return await mkdir(nested).then(
        () => nested,
        async (error: NodeJS.ErrnoException) =>
          error.code === 'EEXIST' ? nested : topLevel(controller),
      );
    }),
  );
  return new Cgroups(1, bases);
}

async function topLevel(controller: string): Promise<string> {
  const base = join(mountFolder, controller, groupName);
  await mkdir(base, { recursive: true });
  return base;
}
