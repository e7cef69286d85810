import { type ChildProcess, fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { nodeFlags } from '../server/nodeFlags.ts';
import { residentBytes, startBenchPortal } from './harness/portal.ts';
import { reportMarks } from './harness/report.ts';

/**
 * 5,000 idle live-event streams: the cost of each in the portal's process, compared with the same
 * streams on bare node:http. Measures resident memory without the kernel's socket buffers.
 */
const streams = 5000;
const settleMs = 3000;

async function openStreams(
  address: string,
  path: string,
  headers: Record<string, string>,
): Promise<Socket[]> {
  const { hostname, port } = new URL(address);
  const lines = Object.entries({
    host: `${hostname}:${port}`,
    accept: 'text/event-stream',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let count = 0; count < streams; count += 100) {
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: 100 }, () => openConnection(hostname, Number(port), request)),
      )),
    );
  }
  return sockets;
}

function openConnection(host: string, port: number, request: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(request));
    let answer = '';
    const onData = (chunk: Buffer) => {
      answer += chunk.toString('latin1');
      if (!answer.includes('\n\n')) return;
      socket.off('data', onData);
      socket.resume();
      if (answer.startsWith('HTTP/1.1 200')) resolve(socket);
      else reject(new Error(answer.slice(0, 200)));
    };
    socket.on('data', onData);
    socket.on('error', reject);
  });
}

/**
 * A new process grows its heap during its first calls, with or without streams, so that growth
 * isn't counted.
 */
async function warmUp(address: string, path: string, cookie: string): Promise<void> {
  for (let sent = 0; sent < 4000; sent += 50) {
    await Promise.all(
      Array.from({ length: 50 }, async () =>
        (await fetch(`${address}${path}`, { headers: { cookie } })).arrayBuffer(),
      ),
    );
  }
}

async function kibibytesPerStream(pid: number, open: () => Promise<Socket[]>): Promise<number> {
  const before = await residentBytes(pid);
  const sockets = await open();
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const after = await residentBytes(pid);
  for (const socket of sockets) socket.destroy();
  return (after - before) / streams / 1024;
}

function startBare(): Promise<{ child: ChildProcess; address: string }> {
  const child = fork(new URL('./harness/baselineStreams.ts', import.meta.url).pathname, {
    execArgv: nodeFlags,
  });
  return new Promise((resolve) =>
    child.once('message', (address) => resolve({ child, address: String(address) })),
  );
}

const portal = await startBenchPortal();
const baseline = await startBare();
await warmUp(baseline.address, '/ping', '');
await warmUp(portal.address, '/svc/header/menu', portal.root.cookie);
const baselineCost = await kibibytesPerStream(baseline.child.pid ?? 0, () =>
  openStreams(baseline.address, '/', {}),
);
const portalKibibytes = await kibibytesPerStream(portal.pid, () =>
  openStreams(portal.address, '/svc/events', { cookie: portal.root.cookie }),
);
reportMarks([
  {
    what: `memory of one of ${streams} live-event streams`,
    value: portalKibibytes,
    unit: 'KiB',
    kind: 'most',
    limit: 25,
  },
  {
    what: 'the same beside bare node:http',
    value: portalKibibytes / baselineCost,
    unit: `× (bare ${baselineCost.toFixed(1)} KiB)`,
    kind: 'most',
    limit: 1.5,
  },
]);
baseline.child.kill();
await portal.stop();
