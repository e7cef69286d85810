import { existsSync } from 'node:fs';
import { run } from './run.ts';

const programs: readonly { name: string; debianPackage: string }[] = [
  { name: 'ip', debianPackage: 'iproute2' },
  { name: 'nft', debianPackage: 'nftables' },
  { name: 'dnsmasq', debianPackage: 'dnsmasq-base' },
  { name: 'nsenter', debianPackage: 'util-linux' },
];

/**
 * Tests everything that bridge mode requires from the kernel, in a namespace that is gone when the
 * shell ends.
 */
const probeScript = `
[ -e /proc/sys/net/bridge/bridge-nf-call-iptables ] || { echo br_netfilter; exit 3; }
ip link add dev trial0 type bridge || { echo bridge; exit 3; }
ip tuntap add dev trial1 mode tap || { echo tap; exit 3; }
nft -f - <<'END' || { echo nftables; exit 3; }
table bridge trial { chain forward { type filter hook forward priority -200; meta mark set 1; }; }
table inet trial { chain forward { type filter hook forward priority 0; ct state established accept; }; }
END
`;

/** Why this machine can't bridge networks, as text. Null if it can. */
export async function bridgeObstacle(): Promise<string | null> {
  if (process.platform !== 'linux') return 'Bridged networks require Linux.';
  if (process.getuid?.() !== 0) return 'The portal isn’t running as root.';
  const missing = await Promise.all(
    programs.map(async (program) => ((await isInstalled(program.name)) ? null : program)),
  );
  const missingPrograms = missing.filter((program) => program !== null);
  if (missingPrograms.length > 0) {
    const packages = missingPrograms.map(({ debianPackage }) => debianPackage).join(' ');
    return `Missing programs: ${missingPrograms.map(({ name }) => name).join(', ')}. Run: sudo apt-get install --no-install-recommends ${packages}.`;
  }
  if (!existsSync('/dev/net/tun')) return '/dev/net/tun is missing. Run: sudo modprobe tun.';
  if (!existsSync('/proc/sys/net/bridge/bridge-nf-call-iptables')) await loadBridgeFilter();
  try {
    await run('unshare', ['--net', 'sh', '-c', probeScript]);
    return null;
  } catch (error) {
    return `The kernel or the container doesn’t allow it (${error instanceof Error ? error.message : String(error)}).`;
  }
}

async function isInstalled(program: string): Promise<boolean> {
  return run('sh', ['-c', 'command -v "$0"', program]).then(
    () => true,
    () => false,
  );
}

/** Once loaded, the module also filters the machine's own bridges unless configured not to. */
async function loadBridgeFilter(): Promise<void> {
  const off = ['iptables', 'ip6tables', 'arptables'].map(
    (protocol) => `echo 0 >/proc/sys/net/bridge/bridge-nf-call-${protocol}`,
  );
  await run('sh', ['-c', ['modprobe br_netfilter', ...off].join(' && ')]).catch(() => undefined);
}
