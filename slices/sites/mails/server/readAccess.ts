import { sql } from 'kysely';
import type { Role } from '../../../../contract/access/roles.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import {
  addressBeyond,
  type UserDenialReason,
  userDenialReason,
} from '../../../../server/platform/access/effectiveRights.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Actor, SignedInContext } from '../../../../server/platform/context.ts';
import type { SendState } from '../../../../server/platform/mail/tables.ts';
import { localize } from '../texts/localize.ts';
import { reasonOf } from './connections.ts';
import { retentionDays } from './delivery/state.ts';
import type { OutboxName } from './tables.ts';

/** The properties of the recipient that determine read access. */
export interface Recipient {
  siteId: string;
  userId: string | null;
  userRole: Role | null;
  userSiteId: string | null;
  /** Rights of the recipient's account that the reader lacks. */
  lack: UserDenialReason | null;
  /**
   * Whether a message without an account might be for a user with rights the reader lacks: the
   * address belongs to an account on some site, or is unknown.
   */
  isForOther: boolean;
}

/**
 * Whether the actor can read the content of a message. The content might include a sign-in link or
 * code, so reading it is equivalent to being the recipient. The operator can read all messages.
 * Site administrators can read their own, and those of users on their own site (not sub-sites) who
 * aren't administrators and whose rights they all have, but never those of users who have moved to
 * another site.
 */
export function canRead(
  actor: Pick<Actor, 'role' | 'siteId' | 'userId'>,
  recipient: Recipient,
): boolean {
  if (actor.role === 'root') return true;
  if (actor.role !== 'siteAdmin' || recipient.siteId !== actor.siteId) return false;
  if (recipient.userId === actor.userId) return true;
  if (recipient.userId === null) return !recipient.isForOther;
  return (
    recipient.userSiteId === actor.siteId &&
    recipient.lack === null &&
    recipient.userRole !== 'siteAdmin'
  );
}

/**
 * The columns of `Recipient`.
 * For a query over an outbox as `m` joined to its account as `u`.
 */
export const recipientColumns = ({ actor }: SignedInContext, outbox: OutboxName) => {
  // A phone number doesn't identify its owner: without an account, a text message might be for
  // anyone.
  const isToOtherAddress =
    outbox === 'mail_message' ? addressBeyond(actor, 'm.to_address') : sql`true`;
  return sql`m.site_id as "siteId", m.user_id as "userId", u.role as "userRole", u.site_id as "userSiteId",
    case when m.user_id is not null then ${userDenialReason(actor, 'm.user_id')} end as lack, (m.user_id is null and ${isToOtherAddress}) as "isForOther"`;
};

/** State names of messages that can't be resent. */
export const stateLabels: Record<Exclude<SendState, 'failed' | 'kept'>, LocalizedText> = {
  waiting: localize('stateWords.waiting'),
  sent: localize('stateWords.sent'),
};

/** For each action on a message, why it isn't available to the viewer. Null if it is. */
export function actionsOn(
  ctx: SignedInContext,
  row: Recipient & { state: SendState; hasContent: boolean },
  manage: boolean,
) {
  const unavailableReason = row.hasContent
    ? null
    : reasonOf('mailContentGone', ctx.language, { days: retentionDays });
  const denialReason = canRead(ctx.actor, row)
    ? null
    : reasonOf('mailNotYoursToRead', ctx.language);
  const notRetryable =
    row.state === 'failed' || row.state === 'kept'
      ? null
      : reasonOf('mailNotRetryable', ctx.language, { state: stateLabels[row.state] });
  const notManaged = manage
    ? null
    : reasonOf('notAllowed', ctx.language, { permission: 'mails.manage' });
  return {
    read: denialReason ?? unavailableReason,
    retry: notManaged ?? notRetryable ?? unavailableReason,
  };
}

export interface StoredMessage extends Recipient {
  id: number;
  state: SendState;
  content: Buffer | null;
  language: string | null;
  subject: string | null;
}

/**
 * Locks a message visible to the actor until the transaction ends. Throws `notFound` for any other
 * message, whether or not it exists.
 */
export async function lockMessageForUpdate(
  ctx: SignedInContext,
  outbox: OutboxName,
  id: number,
): Promise<StoredMessage> {
  const extra =
    outbox === 'mail_message' ? sql`m.language, m.subject` : sql`null as language, null as subject`;
  const { rows } = await sql<StoredMessage>`
    select m.id, m.state, m.content, ${extra}, ${recipientColumns(ctx, outbox)}
    from ${sql.table(outbox)} m left join user_account u on u.id = m.user_id
    where m.id = ${id} and ${visibleTo(ctx, { owner: 'm.user_id', site: 'm.site_id' })} for update of m`.execute(
    ctx.db,
  );
  const row = rows[0];
  if (!row)
    throw userError('notFound', { what: outbox === 'mail_message' ? 'mail' : 'text message', id });
  return row;
}
