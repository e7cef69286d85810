import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { confinedAccount, dhcpAccountName } from '../../../sandbox/account.ts';
import {
  type Confinement,
  environment,
  type Isolation,
  stagedCommand,
} from '../../../sandbox/command.ts';
import { makeAreas, uniqueMountTablePath } from '../../../sandbox/rootFolder.ts';
import { until } from '../until.ts';
import { namespacePath } from './bridgeInstance.ts';

const startTimeoutMs = 10_000;
/** Port 67, where DHCP clients send requests, as written in /proc/net/udp. */
const dhcpPort = ':0043';
/**
 * For ports 53 and 67, and for replying to clients without an address (an ARP entry each). dnsmasq
 * doesn't serve DHCP without them.
 */
const capabilities = ['net_bind_service', 'net_admin'];
/** Address space: several times the usage with a full cache. */
const limits = ['--as=268435456'];

interface DnsmasqStart {
  /** The account is replaced by the DHCP server account. */
  means: Isolation;
  /** Name of its network namespace. */
  namespace: string;
  /**
   * The only folder dnsmasq sees. Contains its configuration and all files the configuration names.
   */
  folder: string;
  configuration: string;
  /** Contains its process ID afterward. */
  pidFile: string;
}

/**
 * Starts dnsmasq, confined, as its own user in the network namespace, and resolves once it listens.
 * It outlives the portal. Throws with its message when it ends instead.
 */
export async function startDnsmasq({
  means,
  namespace,
  folder,
  configuration,
  pidFile,
}: DnsmasqStart): Promise<void> {
  const own: Isolation = { ...means, account: await confinedAccount(dhcpAccountName) };
  const mountTable = uniqueMountTablePath(means.rootFolder);
  const confinement: Confinement = {
    folders: { readOnly: [folder] },
    network: 'inherited',
    capabilities,
    limits,
    mountTable,
  };
  await makeAreas(own, confinement);
  const staged = stagedCommand(own, confinement, { path: pidFile });
  // dnsmasq writes no files, not even its process ID, and already runs as the right user.
  const command = [
    'dnsmasq',
    '--keep-in-foreground',
    `--conf-file=${configuration}`,
    '--pid-file',
    '--user=',
    '--group=',
  ];
  const [program, ...args] = staged.words;
  const child = spawn(program, args, {
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    cwd: '/',
    env: environment,
  });
  child.unref();
  const { stdin, stderr } = child as typeof child & { stdin: Writable };
  let message = '';
  let exitReason: string | undefined;
  stderr?.on('data', (chunk: Buffer) => {
    message += chunk.toString();
  });
  child.once('error', (error) => {
    exitReason = error.message;
  });
  child.once('close', (code, signal) => {
    exitReason ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  // A shell that has ended no longer reads its input. `close` reports its end.
  stdin.on('error', () => undefined);
  const network = {
    networkNamespace: namespacePath(namespace),
    input: '/dev/null',
    output: '/dev/null',
  };
  stdin.end(staged.preparation + staged.start({ command, ...network }));
  try {
    const isListening = await until(
      async () => exitReason !== undefined || (await hasListener(pidFile)),
      startTimeoutMs,
      { everyMs: 5 },
    );
    if (exitReason === undefined && isListening) return;
    if (child.pid !== undefined && exitReason === undefined) process.kill(-child.pid, 'SIGKILL');
    throw new Error(
      `dnsmasq: ${message.trim() || exitReason || `it isn't listening after ${startTimeoutMs / 1000} s`}`,
    );
  } finally {
    stderr?.destroy();
    await rm(mountTable, { force: true });
  }
}

/** Whether the process has become dnsmasq and its network namespace has a DHCP server. */
async function hasListener(pidFile: string): Promise<boolean> {
  const pid = (await readFile(pidFile, 'utf8').catch(() => '')).trim();
  if (!pid) return false;
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  if ((await read('comm')).trim() !== 'dnsmasq') return false;
  return (await read('net/udp'))
    .split('\n')
    .some((line) => line.trim().split(/\s+/)[1]?.endsWith(dhcpPort));
}
