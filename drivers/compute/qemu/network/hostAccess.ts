import { readFile } from 'node:fs/promises';
import type { Account } from '../../../sandbox/account.ts';
import { run } from '../bridge/run.ts';

const table = 'cloudberth_servers';

/**
 * Prevents QEMU's connections on behalf of guests from reaching this machine: user-mode networks
 * turn a connection to the gateway into one to 127.0.0.1. Packets of QEMU's account that stay on
 * this machine are dropped unless they reply to a forwarded port, query the resolver, or belong to
 * private networks (239.192.0.0/14). 169.254.0.0/16 is where clouds serve metadata about the
 * machine.
 */
export function hostAccessRules(account: Account, resolvers: readonly string[]): string {
  const allowDns = (family: 'ip' | 'ip6', addresses: string[]) =>
    addresses.length > 0
      ? [`${family} daddr { ${addresses.join(', ')} } meta l4proto { tcp, udp } th dport 53 accept`]
      : [];
  return [
    `table inet ${table}`,
    `delete table inet ${table}`,
    `table inet ${table} {`,
    'chain servers {',
    'ip daddr 169.254.0.0/16 drop',
    'oifname != "lo" accept',
    ...allowDns(
      'ip',
      resolvers.filter((address) => !address.includes(':')),
    ),
    ...allowDns(
      'ip6',
      resolvers.filter((address) => address.includes(':')),
    ),
    'ip daddr 239.192.0.0/14 accept',
    // The first packet of a connection. Others belong to a connection from a forwarded port.
    'meta l4proto tcp tcp flags & (syn | ack) != syn accept',
    'drop',
    '}',
    'chain output {',
    'type filter hook output priority filter; policy accept;',
    // Packets without a socket have no user and match nothing.
    `meta skuid ${account.uid} jump servers`,
    '}',
    '}',
    '',
  ].join('\n');
}

/** Applies the rules. Returns false if this machine doesn't support them. */
export async function blockHostReach(account: Account | null): Promise<boolean> {
  if (!account) return false;
  const resolvers = await localResolvers();
  return run('nft', ['-f', '-'], hostAccessRules(account, resolvers)).then(
    () => true,
    () => false,
  );
}

/** Name servers on this machine. */
async function localResolvers(): Promise<string[]> {
  const text = await readFile('/etc/resolv.conf', 'utf8').catch(() => '');
  return [...text.matchAll(/^nameserver\s+(127\.[\d.]+|::1)\s*$/gm)].map(
    ([, address = '']) => address,
  );
}
