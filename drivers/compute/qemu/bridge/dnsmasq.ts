import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { confinedAccount, dhcpAccountName } from '../../../sandbox/account.ts';
import { environment, withCapabilities } from '../../../sandbox/command.ts';
import { until } from '../until.ts';
import { inside } from './run.ts';

const startTimeoutMs = 10_000;
/** Port 67, where DHCP clients ask, as /proc/net/udp writes it. */
const dhcpPort = ':0043';
/** For ports 53 and 67, for binding to one bridge, and for answering clients that have no address yet (an ARP entry each). */
const capabilities = ['net_bind_service', 'net_raw', 'net_admin'];

/**
 * Starts dnsmasq as its own user in the network namespace, and resolves with its process ID once it listens. It outlives the portal.
 * Throws with its message when it ends instead.
 */
export async function startDnsmasq(namespace: string, configuration: string): Promise<number> {
  const account = await confinedAccount(dhcpAccountName);
  const user = account ? [`--user=${account.name}`] : [];
  // It writes no file, the one with its process ID included.
  const dnsmasq = ['dnsmasq', '--keep-in-foreground', `--conf-file=${configuration}`, '--pid-file', ...user];
  const [program, ...args] = [...inside(namespace), ...withCapabilities(account, capabilities), ...dnsmasq];
  const child = spawn(program, args, { detached: true, stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', env: environment });
  child.unref();
  let message = '';
  let ending: string | undefined;
  child.stderr.on('data', (chunk: Buffer) => {
    message += chunk.toString();
  });
  child.once('error', (error) => {
    ending = error.message;
  });
  child.once('close', (code, signal) => {
    ending ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  const { pid } = child;
  const isListening = await until(async () => ending !== undefined || (await listens(pid)), startTimeoutMs, { everyMs: 5 });
  if (ending === undefined && isListening && pid !== undefined) {
    child.stderr.destroy();
    return pid;
  }
  child.kill('SIGKILL');
  throw new Error(`dnsmasq: ${message.trim() || ending || `it isn't listening after ${startTimeoutMs / 1000} s`}`);
}

/** Whether the process has become dnsmasq and its network namespace has a DHCP server. */
async function listens(pid: number | undefined): Promise<boolean> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
  if ((await read('comm')).trim() !== 'dnsmasq') return false;
  return (await read('net/udp')).split('\n').some((line) => line.trim().split(/\s+/)[1]?.endsWith(dhcpPort));
}
