import type { QemuContext } from '../context.ts';
import { findProcess } from './process.ts';

/** Connects to every server that an earlier portal process left running. */
export async function adoptRunningServers(context: QemuContext): Promise<void> {
  const ids = await context.states.ids();
  await Promise.all(
    ids.map(async (id) => {
      if ((await findProcess(context.paths.server(id))) !== null)
        await context.monitors.of(id).catch(() => undefined);
    }),
  );
  await context.bridges.tidy();
}
