import { Duplex } from 'node:stream';

/**
 * A TCP port of a simulated server: it reports that nothing real is listening, and echoes input.
 */
export function simulatedTcp(serverName: string, port: number): Duplex {
  const stream: Duplex = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      stream.push(chunk);
      done();
    },
    final(done) {
      stream.push(null);
      done();
    },
  });
  stream.push(
    `The server ${serverName} is simulated: nothing real listens on port ${port}. It repeats what you send.\r\n`,
  );
  return stream;
}
