import { stringify } from 'yaml';

/** A network interface as described in the seed. */
export interface SeedNic {
  mac: string;
  addresses: readonly {
    address: string;
    prefix: number;
    gateway: string | null;
    dns: readonly string[];
    routes: readonly { to: string; via: string }[];
    /** Whether the interface gets this address, its gateway and name servers from DHCP. */
    dhcp: boolean;
  }[];
}

const isIpv6 = ({ address }: SeedNic['addresses'][number]): boolean => address.includes(':');

/**
 * cloud-init's network configuration, version 2. Leaves settings to DHCP where available. Contains
 * all others: addresses of networks without DHCP, all IPv6 addresses, and the name servers and
 * routes of each subnet.
 */
export function networkConfig(nics: readonly SeedNic[]): string {
  const nicConfigs = nics.map((nic, index) => [`nic${index}`, nicConfig(nic)]);
  return stringify({ version: 2, ethernets: Object.fromEntries(nicConfigs) });
}

function nicConfig({ mac, addresses }: SeedNic): Record<string, unknown> {
  const staticAddresses = addresses.filter(({ dhcp }) => !dhcp);
  const servers = [...new Set(addresses.flatMap(({ dns }) => dns))];
  const routes = addresses.flatMap((address) => [
    ...remedy(address),
    ...address.routes.map(({ to, via }) => ({ to, via })),
  ]);
  return {
    match: { macaddress: mac },
    dhcp4: addresses.some((address) => address.dhcp && !isIpv6(address)),
    // Addresses and gateway are static. Router advertisements could add a second default route.
    ...(addresses.some(isIpv6) ? { dhcp6: false, 'accept-ra': false } : {}),
    ...(staticAddresses.length > 0
      ? { addresses: staticAddresses.map(({ address, prefix }) => `${address}/${prefix}`) }
      : {}),
    ...(servers.length > 0 ? { nameservers: { addresses: servers } } : {}),
    ...(routes.length > 0 ? { routes } : {}),
  };
}

/** The default route, written as a network because every seed reader understands that notation. */
function remedy(address: SeedNic['addresses'][number]): { to: string; via: string }[] {
  if (address.gateway === null || address.dhcp) return [];
  return [{ to: isIpv6(address) ? '::/0' : '0.0.0.0/0', via: address.gateway }];
}
