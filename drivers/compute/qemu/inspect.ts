import type { EnginePower, EngineServer } from '../port.ts';
import { networkModeOf } from './bridge/connectNics.ts';
import type { QemuContext } from './context.ts';
import { enforcementOf } from './network/firewall.ts';
import { readPower } from './process/power.ts';
import { hostId } from './sizing/host.ts';
import { growthLimitOf } from './sizing/layout.ts';
import type { NicState, ServerState } from './state.ts';

/** The server as it currently is. Null if it doesn't exist. */
export async function inspectServer(
  context: QemuContext,
  id: string,
): Promise<EngineServer | null> {
  const state = await context.states.find(id).catch((error: unknown) => error);
  if (state === null) return null;
  if (state instanceof Error)
    return {
      id,
      power: 'crashed',
      cores: 0,
      ramMb: 0,
      disks: [],
      nics: [],
      snapshots: [],
      iso: null,
      bootFrom: 'disk',
      hostId: hostId(),
      problem: state.message,
    };
  return toEngineServer(
    state as ServerState,
    await readPower(context, id),
    await networkModeOf(context, state as ServerState),
  );
}

function describedNic(nic: NicState, mode: 'user' | 'bridge'): EngineServer['nics'][number] {
  const { slot: _slot, tap: _tap, firewall: _firewall, ...rest } = nic;
  return { ...rest, firewallEnforcement: enforcementOf(nic, mode) };
}

function toEngineServer(
  state: ServerState,
  reading: { power: EnginePower; problem?: string },
  networkMode: 'user' | 'bridge',
): EngineServer {
  return {
    id: state.id,
    ...reading,
    cores: state.cores,
    ramMb: state.ramMb,
    disks: state.disks.map(({ id, sizeGb }) => ({ id, sizeGb })),
    nics: state.nics.map((nic) => describedNic(nic, networkMode)),
    snapshots: state.snapshots.map(({ id }) => id),
    iso: state.iso ?? null,
    bootFrom: state.bootFrom ?? 'disk',
    ...(reading.power === 'on' &&
      state.layout && { room: growthLimitOf(state.layout, state.ramMb) }),
    hostId: hostId(),
  };
}
