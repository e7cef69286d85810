import { decide, openPolicy } from '../../firewall.ts';
import type { NicState } from '../state.ts';

/**
 * The guest ports that stay forwarded in user mode. All forwarded traffic comes from this machine
 * itself, so a rule for other addresses opens nothing.
 */
export function openForwards(nic: NicState): number[] {
  const policy = nic.firewall ?? openPolicy;
  const acceptsConnection = (port: number) =>
    decide(policy, { direction: 'in', protocol: 'tcp', port, remote: '127.0.0.1' }).action ===
    'accept';
  return (nic.forwardTcp ?? []).filter(acceptsConnection);
}
