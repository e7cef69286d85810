import { DriverError, type Problem } from '../problem.ts';

/**
 * A complete message. Addresses are bare (`name@host`). Only the driver writes them into headers.
 */
export interface MailMessage {
  from: { name: string; address: string };
  to: string;
  copies: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** The same at every attempt: `<id@host>`. */
  messageId: string;
  /** Images shown inside the mail by `cid:`. */
  pictures: readonly { cid: string; type: string; content: Buffer }[];
  /** Attached files. */
  attachments: readonly { name: string; type: string; content: Buffer }[];
}

/** The result of an accepted message. */
export interface MailReceipt {
  /** Addresses that the server rejected although it accepted the message. */
  refused: readonly string[];
}

/** Sends complete messages through a provider. */
export interface MailDriver {
  /** Resolves once the server has accepted the message. Throws `MailFailure`. */
  send(message: MailMessage): Promise<MailReceipt>;
  /** Connects and signs in without sending anything. Throws `MailFailure`. */
  check(): Promise<void>;
  close(): void;
}

export class MailFailure extends DriverError {
  /**
   * Whether retrying is pointless, because the address doesn't exist or the content is rejected.
   */
  readonly isPermanent: boolean;
  /** Whether the server can't be reached or rejects the sign-in, regardless of the message. */
  readonly isUnavailable: boolean;
  constructor(
    problem: Problem,
    isPermanent: boolean,
    { isUnavailable = false, cause }: { isUnavailable?: boolean; cause?: unknown } = {},
  ) {
    super(problem, { cause });
    this.name = 'MailFailure';
    this.isPermanent = isPermanent;
    this.isUnavailable = isUnavailable;
  }
}
