import { type FirewallEnforcement, type FirewallPolicy, policyProblem } from '../../firewall.ts';
import type { QemuContext } from '../context.ts';
import { qemuError } from '../errors.ts';
import { saveForwardPorts } from '../process/power.ts';
import type { QmpClient } from '../process/qmp.ts';
import { monitorWhenRunning } from '../sizing/hotplug.ts';
import type { NicState, ServerState } from '../state.ts';
import { forwardsFrom, netdevId } from './networks.ts';
import { openForwards } from './openForwards.ts';

/** How an interface's rules are enforced in a network mode. */
export function enforcementOf(nic: NicState, mode: 'user' | 'bridge'): FirewallEnforcement {
  if (mode === 'bridge') return 'all';
  return nic.segment === undefined || nic.segment.kind === 'wan' ? 'forwards' : 'nothing';
}

export async function applyFirewall(
  context: QemuContext,
  state: ServerState,
  nicId: string,
  policy: FirewallPolicy | null,
  mode: 'user' | 'bridge',
): Promise<{ enforcement: FirewallEnforcement }> {
  const nic = state.nics.find(({ id }) => id === nicId);
  if (!nic)
    throw qemuError('notFound', `The server "${state.name}" doesn't have this network interface.`);
  const problem = policy && policyProblem(policy);
  if (problem) throw qemuError('refused', problem);
  const before = nic.firewall;
  if (policy) nic.firewall = policy;
  else delete nic.firewall;
  await context.states.write(state);
  try {
    if (mode === 'bridge') await context.bridges.converge();
    else await setForwards(context, state, nic);
  } catch (error) {
    if (before) nic.firewall = before;
    else delete nic.firewall;
    await context.states.write(state);
    throw error;
  }
  return { enforcement: enforcementOf(nic, mode) };
}

async function setForwards(context: QemuContext, state: ServerState, nic: NicState): Promise<void> {
  const client = await monitorWhenRunning(context, state.id);
  if (!client || enforcementOf(nic, 'user') !== 'forwards' || !nic.ipv4) return;
  const open = openForwards(nic);
  const now = forwardsFrom(await client.human('info usernet'), state.nics).get(nic.id) ?? [];
  for (const { guestPort, hostPort } of now)
    if (!open.includes(guestPort))
      await change(client, `hostfwd_remove ${netdevId(nic)} tcp:127.0.0.1:${hostPort}`);
  for (const guestPort of open)
    if (!now.some((forward) => forward.guestPort === guestPort))
      await change(client, `hostfwd_add ${netdevId(nic)} tcp:127.0.0.1:0-:${guestPort}`);
  await saveForwardPorts(context, state, client);
}

/** The monitor prints nothing on success. */
async function change(client: QmpClient, line: string): Promise<void> {
  const monitorOutput = (await client.human(line)).trim();
  if (monitorOutput && !/removed/.test(monitorOutput))
    throw qemuError('failed', `A forwarded port could not be changed: ${monitorOutput}.`);
}
