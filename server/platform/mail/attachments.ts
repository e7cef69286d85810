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

/**
 * Creates the files from stored data when the email is sent. The outbox only references them.
 * Throws if the data doesn't exist.
 */
export type AttachmentMaker = (
  parts: { db: Services['database']['db'] },
  id: string,
) => Promise<MailAttachment[]>;

export async function makeAttachments(
  { slices, database: { db } }: Services,
  { kind, id }: Attached,
): Promise<MailAttachment[]> {
  const maker = slices.attachments.get(kind);
  if (!maker) throw new Error(`Nobody makes the attachment ${kind}.`);
  return await maker({ db }, id);
}
