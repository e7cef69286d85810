import { Duplex } from 'node:stream';

/**
 * The serial console of a simulated server: a prompt that echoes input and notes each time that
 * nothing real runs here. `poweroff` turns the server off.
 */
export function simulatedSerialConsole(serverName: string, onPowerOff: () => void): Duplex {
  const prompt = `${serverName} (simulated)$ `;
  let line = '';
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      for (const character of chunk.toString('utf8')) type(character);
      done();
    },
    final(done) {
      stream.push(null);
      done();
    },
  });
  const type = (character: string) => {
    if (character === '\r' || character === '\n') {
      answer(line.trim());
      line = '';
    } else if (character === '\u007f' || character === '\b') {
      if (line) stream.push('\b \b');
      line = line.slice(0, -1);
    } else if (character >= ' ') {
      line += character;
      stream.push(character);
    }
  };
  const answer = (command: string) => {
    if (command === 'poweroff') {
      stream.push('\r\nPower down.\r\n');
      onPowerOff();
      return;
    }
    stream.push(command ? `\r\n${command}\r\n${prompt}` : `\r\n${prompt}`);
  };
  stream.push(
    `This server is simulated: nothing real runs here. It repeats what you type; "poweroff" turns it off.\r\n${prompt}`,
  );
  return stream;
}
