import { sql } from 'kysely';
import { refuse } from '../../../contract/errors.ts';
import type { Texts } from '../../../contract/languages.ts';
import type { Role } from '../../../contract/permissions.ts';
import { type PersonLack, personLack } from '../../../server/platform/access/personRights.ts';
import { reaches } from '../../../server/platform/access/scope.ts';
import type { Actor, SignedInContext } from '../../../server/platform/context.ts';
import type { SendState } from '../../../server/platform/mail/tables.ts';
import { keptDays } from './chores.ts';
import { reasonOf } from './connections.ts';
import type { OutboxName } from './delivery/outbox.ts';

/** Whose a message is, as far as it decides who may read it. */
export interface Recipient {
  siteId: string;
  userId: string | null;
  userRole: Role | null;
  userSiteId: string | null;
  /** What the reader lacks of the rights of the account it goes to. */
  lack: PersonLack | null;
  /** It goes to no account, and may be for somebody of whom the reader lacks a right: an account has the address, on any site, or nobody knows. */
  isForOther: boolean;
}

/**
 * Who may read what a message says: it may carry a link or a code that signs its recipient in, so reading it is as good as being
 * that person. The operator may. A site administrator may for itself, and for those of its own site (not of sites below) of whom it
 * holds every right and who administer nothing: never for somebody who has moved to another site.
 */
export function mayRead(actor: Pick<Actor, 'role' | 'siteId' | 'userId'>, recipient: Recipient): boolean {
  if (actor.role === 'root') return true;
  if (actor.role !== 'siteAdmin' || recipient.siteId !== actor.siteId) return false;
  if (recipient.userId === actor.userId) return true;
  if (recipient.userId === null) return !recipient.isForOther;
  return recipient.userSiteId === actor.siteId && recipient.lack === null && recipient.userRole !== 'siteAdmin';
}

/** Columns that `Recipient` is made of, for a query over an outbox as `m` joined to its account as `u`. */
export const recipientColumns = ({ actor }: SignedInContext, outbox: OutboxName) => {
  // A phone does not say whose it is: without an account, a text message may be anybody's.
  const isForOther =
    outbox === 'mail_message'
      ? sql`exists (
          select from user_account a where a.email_key = lower(m.to_address) and a.id <> ${actor.userId}
            and (a.role = 'siteAdmin' or ${personLack(actor, 'a.id')} is not null))`
      : sql`true`;
  return sql`m.site_id as "siteId", m.user_id as "userId", u.role as "userRole", u.site_id as "userSiteId",
    case when m.user_id is not null then ${personLack(actor, 'm.user_id')} end as lack, (m.user_id is null and ${isForOther}) as "isForOther"`;
};

/** Where a message stands that cannot be sent again. */
export const stateWords: Record<Exclude<SendState, 'failed' | 'kept'>, Texts> = {
  waiting: { en: 'pending', he: 'ממתינה' },
  sent: { en: 'sent', he: 'נשלחה' },
};

/** What the viewer may do with a message, and why not. */
export function actionsOn(ctx: SignedInContext, row: Recipient & { state: SendState; hasContent: boolean }, manage: boolean) {
  const gone = row.hasContent ? null : reasonOf('mailContentGone', ctx.language, { days: keptDays });
  const foreign = mayRead(ctx.actor, row) ? null : reasonOf('mailNotYoursToRead', ctx.language);
  const notOver =
    row.state === 'failed' || row.state === 'kept' ? null : reasonOf('mailNotRetryable', ctx.language, { state: stateWords[row.state] });
  const notManaged = manage ? null : reasonOf('notAllowed', ctx.language, { permission: 'mails.manage' });
  return { read: foreign ?? gone, retry: notManaged ?? notOver ?? gone };
}

export interface HeldMessage extends Recipient {
  id: number;
  state: SendState;
  content: Buffer | null;
  language: string | null;
  subject: string | null;
}

/** A message within the actor's reach, held until the transaction ends. A foreign one is answered like a missing one. */
export async function holdMessage(ctx: SignedInContext, outbox: OutboxName, id: number): Promise<HeldMessage> {
  const extra = outbox === 'mail_message' ? sql`m.language, m.subject` : sql`null as language, null as subject`;
  const { rows } = await sql<HeldMessage>`
    select m.id, m.state, m.content, ${extra}, ${recipientColumns(ctx, outbox)}
    from ${sql.table(outbox)} m left join user_account u on u.id = m.user_id
    where m.id = ${id} and ${reaches(ctx, { owner: 'm.user_id', site: 'm.site_id' })} for update of m`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw refuse('notFound', { what: outbox === 'mail_message' ? 'mail' : 'text message', id });
  return row;
}
