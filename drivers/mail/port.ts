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
  /** Shown inside the mail by `cid:`. */
  pictures: readonly { cid: string; type: string; content: Buffer }[];
  /** Files that ride along. */
  attachments: readonly { name: string; type: string; content: Buffer }[];
}

/** What has become of a message that was taken. */
export interface MailReceipt {
  /** Addresses the server did not take though it took the message. */
  refused: readonly string[];
}

/** Sends complete messages through a provider. */
export interface MailDriver {
  /** Settles once the server has taken the message. Throws `MailFailure`. */
  send(message: MailMessage): Promise<MailReceipt>;
  /** Connects and signs in without sending anything. Throws `MailFailure`. */
  check(): Promise<void>;
  close(): void;
}

export class MailFailure extends Error {
  /** Asking again changes nothing: the address does not exist, the content is refused. */
  readonly isPermanent: boolean;
  /** The server can't be reached or doesn't accept the sign-in, whatever the message. */
  readonly isUnavailable: boolean;
  constructor(
    message: string,
    isPermanent: boolean,
    { isUnavailable = false, cause }: { isUnavailable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'MailFailure';
    this.isPermanent = isPermanent;
    this.isUnavailable = isUnavailable;
  }
}
