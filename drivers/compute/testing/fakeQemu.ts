import { createServer, type Server, type Socket } from 'node:net';

export interface Command {
  execute: string;
  arguments?: Record<string, unknown>;
  id: number;
}

/**
 * Simulates QEMU's side of the socket: sends the greeting, and answers each command with `answer`.
 */
export class FakeQemu {
  readonly commands: Command[] = [];
  answer: (command: Command, reply: (message: object) => void) => void = ({ id }, reply) =>
    reply({ return: {}, id });
  greets = true;
  #server: Server | undefined;
  #socket: Socket | undefined;

  listen(path: string): Promise<void> {
    this.#server = createServer((socket) => {
      this.#socket = socket;
      if (this.greets) this.say({ QMP: { version: {}, capabilities: [] } });
      let buffer = '';
      socket.on('data', (chunk) => {
        const lines = (buffer + chunk.toString()).split('\n');
        buffer = lines.pop() ?? '';
        for (const line of lines) this.#take(JSON.parse(line) as Command);
      });
    });
    return new Promise((resolve) => this.#server?.listen(path, resolve));
  }

  say(message: object): void {
    this.#socket?.write(`${JSON.stringify(message)}\r\n`);
  }

  hangUp(): void {
    this.#socket?.destroy();
  }

  close(): Promise<void> {
    this.hangUp();
    return new Promise((resolve) => this.#server?.close(() => resolve()));
  }

  #take(command: Command): void {
    this.commands.push(command);
    if (command.execute === 'qmp_capabilities') this.say({ return: {}, id: command.id });
    else this.answer(command, (message) => this.say(message));
  }
}
