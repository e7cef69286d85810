import { EngineError } from '../port.ts';
import { isPowered, type SimulatedServer } from './store.ts';

type Size = { cores: number; ramMb: number };

/** Same as the real engine: four times the starting size, with at least eight cores. */
const growthLimitFrom = ({ cores, ramMb }: Size): Size => ({
  cores: Math.min(64, Math.max(8, 4 * cores)),
  ramMb: 4 * ramMb,
});

/** The maximum size that the server can grow to while running. */
export const growthLimitOf = (server: SimulatedServer): Size =>
  growthLimitFrom(server.startedWith ?? server);

/** A running server grows within its room. Any other change requires it to be off. */
export function resizeSimulated(server: SimulatedServer, size: Size): void {
  if (server.cores === size.cores && server.ramMb === size.ramMb) return;
  const obstacle = isPowered(server) ? obstacleTo(server, size) : null;
  if (obstacle)
    throw new EngineError(
      'simulated',
      'wrongState',
      `The server "${server.name}" must be off for this: ${obstacle}.`,
    );
  Object.assign(server, { cores: size.cores, ramMb: size.ramMb });
}

function obstacleTo(server: SimulatedServer, { cores, ramMb }: Size): string | null {
  if (server.power !== 'on')
    return 'it is suspended, and what is plugged in needs a guest that runs';
  if (cores < server.cores || ramMb < server.ramMb)
    return 'while it runs, cores and memory can only grow';
  const growthLimit = growthLimitOf(server);
  if (cores > growthLimit.cores) return `it was started with room for ${growthLimit.cores} cores`;
  return ramMb > growthLimit.ramMb
    ? `it was started with room for ${growthLimit.ramMb} MB of memory`
    : null;
}
