import type { Services } from '../context.ts';

/** A file attached to an email. */
export interface MailAttachment {
  name: string;
  /** `application/pdf` */
  type: string;
  content: Buffer;
}

/** The kind of attachment and its ID. */
export interface AttachmentRef {
  kind: string;
  id: string;
}

/**
 * Creates the files from stored data when the email is sent. The outbox only references them.
 * Throws if the data doesn't exist.
 */
export type AttachmentMaker = (
  services: { db: Services['database']['db'] },
  id: string,
) => Promise<MailAttachment[]>;

export async function makeAttachments(
  { slices, database: { db } }: Services,
  { kind, id }: AttachmentRef,
): Promise<MailAttachment[]> {
  const createAttachment = slices.attachments.get(kind);
  if (!createAttachment) throw new Error(`Nobody makes the attachment ${kind}.`);
  return await createAttachment({ db }, id);
}
