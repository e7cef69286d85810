import { spawn } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import ssh2 from 'ssh2';

export const guestUser = 'tiny';
export const guestPassword = 'Guest_Password_1';

interface KeyProtection {
  passphrase?: string;
  cipher?: string;
  rounds?: number;
}

/**
 * Creates an ECDSA key pair, because one in a hundred of the library's Ed25519 keys is malformed.
 * `protection`: encrypts the key with a passphrase.
 */
export const newKeyPair = (protection: KeyProtection = {}): { private: string; public: string } =>
  ssh2.utils.generateKeyPairSync('ecdsa', { bits: 256, ...protection });

/**
 * A real SSH server that replaces a guest's: one user who signs in with a password or key, and a
 * shell that prints its size and echoes lines. Commands are run by this machine's shell if `home`
 * is set.
 */
export class SshGuest {
  readonly privateKey: string;
  readonly #publicKey: ssh2.ParsedKey;
  #server: ssh2.Server;
  #port = 0;
  /**
   * Requires keyboard-interactive authentication, like PAM, instead of accepting a password
   * directly.
   */
  asksByDialogue = false;
  /** The working folder of commands. Null rejects commands. */
  home: string | null = null;
  /** The shell's output that precedes the output of a command. */
  greeting = '';
  /** The number of successful sign-ins. */
  signIns = 0;
  readonly #lines = new Set<Socket>();

  private constructor() {
    const pair = newKeyPair();
    this.privateKey = pair.private;
    this.#publicKey = parsed(pair.public);
    this.#server = this.#serve();
  }

  static async start(): Promise<SshGuest> {
    const guest = new SshGuest();
    await guest.#listen();
    return guest;
  }

  /** Simulates a reinstalled guest: a different host key at the same address. */
  async reinstall(): Promise<void> {
    await this.stop();
    this.#server = this.#serve();
    await this.#listen();
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Breaks all connections. */
  breakOff(): void {
    for (const line of this.#lines) line.destroy();
  }

  /** The stream that an engine returns for the guest's port. */
  openTcp(): Promise<Duplex> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: this.#port }, () => resolve(socket));
      this.#lines.add(socket);
      socket.once('close', () => this.#lines.delete(socket));
      socket.once('error', reject);
    });
  }

  #listen(): Promise<void> {
    return new Promise((resolve) =>
      this.#server.listen(0, '127.0.0.1', () => {
        this.#port = (this.#server.address() as { port: number }).port;
        resolve();
      }),
    );
  }

  #serve(): ssh2.Server {
    return new ssh2.Server({ hostKeys: [newKeyPair().private] }, (client) => {
      client.on('error', () => undefined);
      client.on('authentication', (attempt) => this.#letIn(attempt));
      client.on('ready', () => {
        this.signIns += 1;
      });
      client.on('session', (accept) => {
        const session = accept();
        let size = '';
        session.on('pty', (accept, _no, { cols, rows }) => {
          size = `${cols}x${rows}`;
          accept();
        });
        session.on('window-change', (accept, _no, { cols, rows }) => {
          size = `${cols}x${rows}`;
          accept?.();
        });
        session.on('exec', (accept, reject, { command }) =>
          this.home === null ? reject() : this.#run(accept(), command, this.home),
        );
        session.on('shell', (accept) => {
          const shell = accept();
          shell.write('welcome\r\n$ ');
          shell.on('data', (chunk: Buffer) => {
            const line = chunk.toString().trim();
            if (line === 'exit') {
              shell.exit(0);
              shell.end();
            } else shell.write(line === 'size' ? `size ${size}\r\n$ ` : `you said ${line}\r\n$ `);
          });
        });
      });
    });
  }

  #run(channel: ssh2.ServerChannel, command: string, home: string): void {
    channel.write(this.greeting);
    const program = spawn('/bin/sh', ['-c', command], {
      env: { HOME: home, PATH: process.env.PATH },
    });
    program.stdout.pipe(channel, { end: false });
    program.stderr.pipe(channel.stderr, { end: false });
    channel.pipe(program.stdin);
    program.stdin.on('error', () => undefined);
    program.once('close', (code) => {
      channel.exit(code ?? 255);
      channel.end();
    });
  }

  #letIn(attempt: ssh2.AuthContext): void {
    const others: ssh2.AuthenticationType[] = this.asksByDialogue
      ? ['keyboard-interactive', 'publickey']
      : ['password', 'publickey'];
    const decide = (isAccepted: boolean) =>
      isAccepted ? attempt.accept() : attempt.reject(others);
    if (attempt.username !== guestUser) decide(false);
    else if (attempt.method === 'password')
      decide(!this.asksByDialogue && attempt.password === guestPassword);
    else if (attempt.method === 'publickey') decide(this.#isRightKey(attempt));
    else if (attempt.method === 'keyboard-interactive' && this.asksByDialogue)
      attempt.prompt([{ prompt: 'Password: ', echo: false }], ([answer]) =>
        decide(answer === guestPassword),
      );
    else decide(false);
  }

  #isRightKey({ key, signature, blob, hashAlgo }: ssh2.PublicKeyAuthContext): boolean {
    if (!key.data.equals(this.#publicKey.getPublicSSH())) return false;
    return !signature || this.#publicKey.verify(blob as Buffer, signature, hashAlgo) === true;
  }
}

function parsed(key: string): ssh2.ParsedKey {
  const found = ssh2.utils.parseKey(key);
  if (found instanceof Error) throw found;
  const [first] = Array.isArray(found) ? found : [found];
  if (!first) throw new Error('There is no key.');
  return first;
}
