import type { Services } from '../context.ts';

/** A file attached to an email. */
export interface MailAttachment {
  name: string;
  /** `application/pdf` */
  type: string;
  content: Buffer;
}

/** The kind of attachment and its ID. */
export interface Attached {
  kind: string;
  id: string;
}

/** Creates the files from stored data. Throws when it doesn't exist. */
export type AttachmentMaker = (
  parts: { db: Services['database']['db'] },
  id: string,
) => Promise<MailAttachment[]>;

const makers = new Map<string, AttachmentMaker>();

/**
 * Declared once by the slice that owns the files: the outbox only references them, and they are
 * created when the email is sent.
 */
export function defineAttachment(kind: string, maker: AttachmentMaker): void {
  if (makers.has(kind)) throw new Error(`The attachment ${kind} is declared twice.`);
  makers.set(kind, maker);
}

export async function makeAttachments(
  parts: Parameters<AttachmentMaker>[0],
  { kind, id }: Attached,
): Promise<MailAttachment[]> {
  const maker = makers.get(kind);
  if (!maker) throw new Error(`Nobody makes the attachment ${kind}.`);
  return await maker(parts, id);
}
