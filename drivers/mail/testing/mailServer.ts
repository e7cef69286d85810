import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  mail: Email;
}

/** The response to an address or a whole message. Null accepts it. */
type Verdict = Error | null;
const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

/** A real SMTP server on a free port, which stores accepted messages. */
export class MailServer {
  readonly taken: ReceivedMail[] = [];
  /** Called for every recipient. */
  onRecipient: (address: string) => Verdict = () => null;
  /** Called when the whole message has arrived. */
  onMessage: () => Verdict | Promise<Verdict> = () => null;
  port = 0;
  readonly #options: SMTPServerOptions;
  #server: SMTPServer | null = null;

  constructor(options: SMTPServerOptions = {}) {
    this.#options = options;
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await server.listen(0);
    return server;
  }

  async listen(port = this.port): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: this.#options.secure || this.#options.key ? [] : ['STARTTLS'],
      allowInsecureAuth: true,
      logger: false,
      closeTimeout: 100,
      ...this.#options,
      onRcptTo: (address, _session, done) => done(this.onRecipient(address.address)),
      onData: (stream, session, done) =>
        void this.#take(stream, session).then((verdict) => done(verdict)),
    });
    server.on('error', () => {});
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Stops the server and closes every connection. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<Verdict> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const verdict = await this.onMessage();
    if (verdict) return verdict;
    const raw = Buffer.concat(chunks).toString('latin1');
    const { mailFrom, rcptTo } = session.envelope;
    this.taken.push({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map(({ address }) => address),
      raw,
      mail: await PostalMime.parse(Buffer.concat(chunks)),
    });
    return null;
  }
}

export const temporaryFailure = (): Error => smtpError(451, 'try again later');
export const mailboxNotFound = (): Error => smtpError(550, 'no such mailbox');
