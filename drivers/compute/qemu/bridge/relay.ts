import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { Duplex } from 'node:stream';
import { enterNamespace } from './run.ts';

/** Runs in the network namespace: connects, writes `+`, and relays bytes in both directions. */
const program = `
const [host, port] = process.argv.slice(1);
const socket = require('node:net').connect(Number(port), host);
socket.once('connect', () => { process.stdout.write('+'); process.stdin.pipe(socket); socket.pipe(process.stdout); });
socket.once('error', (error) => { process.stderr.write(error.message); process.exit(1); });
socket.once('close', () => process.exit(0));
`;

/**
 * A byte stream to an address inside a namespace, through a small process that ends with the
 * stream.
 */
export function connectInNamespace(
  namespace: string,
  host: string,
  port: number,
  timeoutMs: number,
): Promise<Duplex> {
  const [enterCommand, enterArgs] = enterNamespace(namespace);
  const child = spawn(
    enterCommand,
    [enterArgs, process.execPath, '-e', program, host, String(port)],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  return new Promise((resolve, reject) => {
    let received = '';
    const fail = (error: Error) => {
      clearTimeout(limit);
      child.kill('SIGKILL');
      reject(error);
    };
    const limit = setTimeout(
      () => fail(new Error(`no connection within ${timeoutMs} ms`)),
      timeoutMs,
    );
    child.once('error', fail);
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    const onExit = () => fail(new Error(received || 'the connection was refused'));
    child.once('exit', onExit);
    child.stdout.once('readable', () => {
      // The first byte reports the connection and isn't part of the stream.
      if (child.stdout.read(1) === null) return;
      clearTimeout(limit);
      child.off('exit', onExit);
      resolve(streamOf(child));
    });
  });
}

function streamOf(child: ChildProcessWithoutNullStreams): Duplex {
  const stream: Duplex = new Duplex({
    read: () => child.stdout.resume(),
    write: (chunk: Buffer, _encoding, done) => child.stdin.write(chunk, done),
    final: (done) => child.stdin.end(done),
    destroy: (error, done) => {
      child.kill('SIGKILL');
      done(error);
    },
  });
  child.stdout.on('data', (chunk: Buffer) => {
    if (!stream.push(chunk)) child.stdout.pause();
  });
  child.stdout.once('end', () => stream.push(null));
  return stream;
}
