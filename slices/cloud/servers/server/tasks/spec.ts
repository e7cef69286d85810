import type { NicAddress, NicSpec, ServerSpec } from '../../../../../drivers/compute/port.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import {
  type AllocatedNic,
  type BoundNicAddress,
  describeNics,
} from '../../../networks/server/index.ts';
import type { OsFamily, Server } from '../rules/facts.ts';
import { buildSeed } from '../rules/guest/seed.ts';
import { readDisks } from '../store/find.ts';

/**
 * Ports for incoming connections: SSH and web on Linux, Remote Desktop on Windows. Forwarded by
 * engines with one private network per interface.
 */
const forwardedPorts: Record<OsFamily, readonly number[]> = {
  linux: [22, 80, 443],
  windows: [3389],
  other: [22, 80, 443, 3389],
};

/** Highest network number that fits into a frame's VLAN tag (802.1Q). */
const highestTag = 4094;

/** A network interface in the format that engines expect. */
export function nicSpec(nicId: string, nic: AllocatedNic, osFamily: OsFamily): NicSpec {
  const { mac, addresses, networkId, kind, vlan } = nic;
  const ipv4 = addresses.find(({ address }) => !address.includes(':'));
  const ipv6 = addresses.find(({ address }) => address.includes(':'));
  return {
    id: nicId,
    mac,
    segment: { id: networkId, kind, ...(vlan <= highestTag ? { vlan } : {}) },
    ...(ipv4 ? { ipv4: nicAddress(ipv4) } : {}),
    ...(ipv6 ? { ipv6: nicAddress(ipv6) } : {}),
    connected: true,
    ...(kind === 'wan' ? { forwardTcp: forwardedPorts[osFamily] } : {}),
  };
}

const nicAddress = ({
  address,
  prefix,
  gateway,
  dns,
  routes,
  dhcp,
}: BoundNicAddress): NicAddress => ({
  ...{ address, prefix, dns, dhcp },
  ...(gateway === null ? {} : { gateway }),
  ...(routes.length > 0 ? { routes } : {}),
});

export interface FirstBoot {
  source: ServerSpec['source'];
  password: string | null;
  userData: string | null;
  /** Documents of the cloud-init policies. */
  policyParts: readonly string[];
  /** TCP ports of the guest to forward, in addition to the usual ones. */
  ports: readonly number[];
}

/** The complete server specification for its engine, from the data stored with the request. */
export async function serverSpec(
  ctx: Context,
  server: Server,
  { source, password, userData, policyParts, ports }: FirstBoot,
): Promise<ServerSpec> {
  const disks = await readDisks(ctx, server.id);
  const nics = await describeNics(ctx, [server.id]);
  const seed = buildSeed({
    serverId: server.id,
    ...{
      hostname: server.hostname,
      loginUser: server.loginUser,
      sshKeys: server.sshKeys,
      password,
      userData,
    },
    ...{ policyParts, nics, osFamily: server.osFamily },
  });
  return {
    ...{ id: server.id, name: server.name, cores: server.cores, ramMb: server.ramMb, source, seed },
    disks: disks.map(({ id, sizeGb }) => ({ id, sizeGb })),
    nics: nics.map(({ nicId, ...nic }) => withPorts(nicSpec(nicId, nic, server.osFamily), ports)),
  };
}

/** Adds these guest ports to the forwarded ports of a public interface. */
function withPorts(nic: NicSpec, ports: readonly number[]): NicSpec {
  return nic.forwardTcp ? { ...nic, forwardTcp: [...new Set([...nic.forwardTcp, ...ports])] } : nic;
}
