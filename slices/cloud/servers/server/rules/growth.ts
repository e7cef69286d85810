import type { LocalizedText } from '../../../../../contract/languages.ts';
import { localize } from '../../texts/localize.ts';
import type { Power } from './facts.ts';

/** How far a running server can grow. Memory is in MB. */
export interface GrowthLimit {
  cores: number;
  ramMb: number;
}

/**
 * The sold part of the available room: the largest offered sizes within it, but never less than the
 * current size.
 */
export function offeredRoom(
  growthLimit: GrowthLimit | null,
  server: { cpuType: string; cores: number; ramMb: number },
  limits: {
    cpuTypes: readonly { type: string; cores: readonly number[] }[];
    ramMb: readonly number[];
  },
): GrowthLimit | null {
  if (!growthLimit) return null;
  const largestUpTo = (available: readonly number[], max: number, now: number) =>
    Math.max(now, ...available.filter((size) => size <= max));
  const cores = limits.cpuTypes.find(({ type }) => type === server.cpuType)?.cores ?? [];
  return {
    cores: largestUpTo(cores, growthLimit.cores, server.cores),
    ramMb: largestUpTo(limits.ramMb, growthLimit.ramMb, server.ramMb),
  };
}

/** Why a server must be off to be resized. Null when it is off or can be resized while running. */
export function offObstacle(
  server: { power: Power; cores: number; ramMb: number },
  to: { cores: number; ramMb: number },
  growthLimit: GrowthLimit | null,
): LocalizedText | null {
  if (server.power === 'off') return null;
  if (to.cores === server.cores && to.ramMb === server.ramMb) return null;
  if (server.power === 'suspended') return localize('growth.offObstacle.serverSuspendedResumeTurn');
  if (!growthLimit) return localize('growth.offObstacle.engineCanChangeOnly');
  if (to.cores < server.cores || to.ramMb < server.ramMb)
    return localize('growth.offObstacle.runningServerCanOnly');
  if (to.cores > growthLimit.cores)
    return localize('growth.offObstacle.whileItsRunningServer', { cores: growthLimit.cores });
  if (to.ramMb > growthLimit.ramMb && growthLimit.ramMb <= server.ramMb)
    return localize('growth.offObstacle.memoryCantGrowWhile', { ramMb: to.ramMb });
  if (to.ramMb > growthLimit.ramMb)
    return localize('growth.offObstacle.whileItsRunningServer3', { ramMb: growthLimit.ramMb });
  return null;
}
