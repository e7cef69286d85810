import type { QemuContext } from '../context.ts';
import { asEngineError, qemuError } from '../errors.ts';
import { readPower } from '../process/power.ts';
import { findProcess } from '../process/process.ts';
import type { QmpClient } from '../process/qmp.ts';
import type { ServerState } from '../state.ts';
import { requireMemory } from './host.ts';
import {
  backend,
  growthLimitOf,
  type HotCpu,
  hotCpu,
  type Layout,
  memoryModule,
  moduleStepMb,
} from './layout.ts';

interface Size {
  cores: number;
  ramMb: number;
}

/** Hot-plugs resources into a running server. For every other change, it must be off. */
export async function resizeServer(
  context: QemuContext,
  state: ServerState,
  size: Size,
): Promise<void> {
  if (state.cores === size.cores && state.ramMb === size.ramMb) return;
  if ((await findProcess(context.paths.server(state.id))) === null)
    return context.states.write({ ...state, ...size });
  const layout = await layoutToGrow(context, state, size);
  const client = await context.monitors.of(state.id);
  await context.confinement.limit({ ...state, ...size });
  // Memory first, because the host is more likely to lack memory than CPUs.
  const modulesMb = await plugMemory(context, client, state, layout, size.ramMb);
  await context.states.write({ ...state, ramMb: size.ramMb, layout: { ...layout, modulesMb } });
  const cpus = await plugProcessors(client, layout, size.cores);
  await context.states.write({ ...state, ...size, layout: { ...layout, modulesMb, cpus } });
}

/** Throws `wrongState` with the reason when the server must be off for the change. */
async function layoutToGrow(
  context: QemuContext,
  state: ServerState,
  { cores, ramMb }: Size,
): Promise<Layout> {
  const requireOff = (reason: string) =>
    qemuError('wrongState', `The server "${state.name}" must be off for this: ${reason}.`);
  if ((await readPower(context, state.id)).power !== 'on')
    throw requireOff('it is suspended, and what is plugged in needs a guest that runs');
  if (cores < state.cores || ramMb < state.ramMb)
    throw requireOff('while it runs, cores and memory can only grow');
  const { layout } = state;
  if (!layout)
    throw requireOff(
      'it was started by an earlier version of the portal, which left no room to grow',
    );
  const growthLimit = growthLimitOf(layout, state.ramMb);
  if (cores > growthLimit.cores)
    throw requireOff(`it was started with room for ${growthLimit.cores} cores`);
  if (ramMb > growthLimit.ramMb)
    throw requireOff(`it was started with room for ${growthLimit.ramMb} MB of memory`);
  if ((ramMb - state.ramMb) % moduleStepMb !== 0)
    throw requireOff(`memory grows in steps of ${moduleStepMb} MB while it runs`);
  return layout;
}

/**
 * Asks QEMU for the plugged modules, because an interrupted attempt may have plugged more than was
 * recorded.
 */
async function plugMemory(
  context: QemuContext,
  client: QmpClient,
  state: ServerState,
  layout: Layout,
  ramMb: number,
): Promise<number[]> {
  const memoryDevices =
    await client.execute<{ data: { id: string; size: number } }[]>('query-memory-devices');
  const modulesMb = memoryDevices.map(({ data }) => data.size / 2 ** 20);
  const missingMb = ramMb - layout.ramMb - modulesMb.reduce((sum, mb) => sum + mb, 0);
  if (missingMb <= 0) return modulesMb;
  await requireMemory(context, missingMb);
  const index = modulesMb.length;
  const { id } = backend(index, missingMb);
  try {
    // Left over from an interrupted attempt.
    await client.execute('object-del', { id }).catch(() => undefined);
    await client.execute('object-add', backend(index, missingMb));
    await client.execute('device_add', memoryModule(index));
  } catch (error) {
    await client.execute('object-del', { id }).catch(() => undefined);
    throw asEngineError(`Adding memory to the server "${state.name}"`, error);
  }
  return [...modulesMb, missingMb];
}

interface CpuPlace {
  type: string;
  props: Record<string, number>;
  'qom-path'?: string;
}

async function plugProcessors(client: QmpClient, layout: Layout, cores: number): Promise<HotCpu[]> {
  const cpuSlots = (await client.execute<CpuPlace[]>('query-hotpluggable-cpus')).sort(
    (a, b) => numberOf(a) - numberOf(b),
  );
  const usedSlots = cpuSlots.filter((cpuSlot) => cpuSlot['qom-path'] !== undefined);
  const cpus: HotCpu[] = usedSlots.slice(layout.cores).map(asHotCpu);
  for (const cpuSlot of cpuSlots
    .filter((one) => one['qom-path'] === undefined)
    .slice(0, Math.max(0, cores - usedSlots.length))) {
    const cpu = asHotCpu(cpuSlot);
    try {
      await client.execute('device_add', hotCpu(cpu, cpus.length));
    } catch (error) {
      throw asEngineError('Adding a processor core', error);
    }
    cpus.push(cpu);
  }
  return cpus;
}

const asHotCpu = ({ type, props }: CpuPlace): HotCpu => ({ driver: type, place: props });

/** Sort key of a CPU position, in the order of the guest's numbering. */
function numberOf({ props }: CpuPlace): number {
  return ['socket-id', 'die-id', 'core-id', 'thread-id'].reduce(
    (number, key) => number * 256 + (props[key] ?? 0),
    0,
  );
}
