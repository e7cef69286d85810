import { clock } from '../../../server/platform/clock.ts';
import { simulatedError } from './error.ts';
import { failingNames } from './failingNames.ts';
import { isPowered, type SimulatedServer } from './store.ts';

export function startSimulated(server: SimulatedServer): void {
  if (server.power === 'on') return;
  if (server.power === 'suspended')
    throw simulatedError(
      'wrongState',
      `The server "${server.name}" is suspended: resume it instead.`,
    );
  if (server.name === failingNames.start)
    throw simulatedError(
      'failed',
      `Simulated failure: a server named "${server.name}" cannot be started.`,
    );
  server.power = 'on';
  server.startedAt = clock.now().getTime();
  server.startedWith = { cores: server.cores, ramMb: server.ramMb };
}

/** Returns whether the server was on or suspended. */
export function turnOff(server: SimulatedServer): boolean {
  const wasPowered = isPowered(server);
  server.power = 'off';
  server.startedAt = 0;
  return wasPowered;
}

export function rebootSimulated(server: SimulatedServer): void {
  if (server.power !== 'on')
    throw simulatedError(
      'wrongState',
      `The server "${server.name}" is not on, so it cannot be rebooted.`,
    );
  server.startedAt = clock.now().getTime();
}

export function suspendSimulated(server: SimulatedServer): void {
  if (!isPowered(server))
    throw simulatedError(
      'wrongState',
      `The server "${server.name}" is off, so it cannot be suspended.`,
    );
  server.power = 'suspended';
}

export function resumeSimulated(server: SimulatedServer): void {
  if (!isPowered(server))
    throw simulatedError(
      'wrongState',
      `The server "${server.name}" is off, so it cannot be resumed: start it.`,
    );
  server.power = 'on';
}
