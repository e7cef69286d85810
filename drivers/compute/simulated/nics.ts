import { type FirewallPolicy, type NicSpec, policyProblem } from '../port.ts';
import { limits } from '../spec.ts';
import { simulatedError } from './error.ts';
import type { SimulatedServer } from './store.ts';

export function attachSimulatedNic(server: SimulatedServer, nic: NicSpec): void {
  if (server.nics.some((candidate) => candidate.id === nic.id)) return;
  if (server.nics.length >= limits.nics)
    throw simulatedError(
      'refused',
      `The server "${server.name}" has ${limits.nics} network cards, the most there can be.`,
    );
  server.nics.push(nic);
}

export function connectSimulatedNic(
  server: SimulatedServer,
  nicId: string,
  connected: boolean,
): void {
  const nic = server.nics.find((candidate) => candidate.id === nicId);
  if (!nic)
    throw simulatedError(
      'notFound',
      `The server "${server.name}" doesn't have this network interface.`,
    );
  nic.connected = connected;
}

/** Throws when the network interface doesn't exist or the policy is invalid. */
export function checkFirewall(
  server: SimulatedServer,
  nicId: string,
  policy: FirewallPolicy | null,
): void {
  if (!server.nics.some((nic) => nic.id === nicId))
    throw simulatedError(
      'notFound',
      `The server "${server.name}" doesn't have this network interface.`,
    );
  const problem = policy && policyProblem(policy);
  if (problem) throw simulatedError('refused', problem);
}
