import { userError } from '../../../../contract/errors/errors.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  emailDelivery,
  type MailContent,
  mailPlace,
} from '../../../../server/platform/mail/mail.ts';
import { readLook } from '../../../../server/platform/mail/mailBranding.ts';
import { retryOutbound } from '../../../../server/platform/outbound/manageJobs.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { smsContentLocation, textMessageDelivery } from '../../../../server/platform/sms/sms.ts';
import { retentionDays } from './delivery/state.ts';
import { showMail } from './preview.ts';
import { canRead, lockMessageForUpdate, type StoredMessage, stateLabels } from './readAccess.ts';
import type { OutboxName } from './tables.ts';

/**
 * Returns the content of a stored email as its recipient would see it. The access is recorded in
 * the activity log.
 */
export async function readMail(ctx: SignedInContext, id: number, scheme: 'light' | 'dark') {
  const row = await lockMessageForUpdate(ctx, 'mail_message', id);
  const content = JSON.parse(openContent(ctx, 'mail_message', row)) as MailContent;
  const language: Language =
    languages.find((candidate) => candidate === row.language) ?? languages[0];
  const look = await readLook({ ...ctx, site: await readSite(ctx.db, row.siteId) });
  return {
    ...showMail({ look, language, subject: row.subject ?? '', content }, { scheme }),
    link: content.values.link ?? null,
  };
}

export async function getSms(ctx: SignedInContext, id: number): Promise<{ text: string }> {
  return {
    text: openContent(ctx, 'sms_message', await lockMessageForUpdate(ctx, 'sms_message', id)),
  };
}

function openContent(ctx: SignedInContext, outbox: OutboxName, row: StoredMessage): string {
  ctx.note({
    targetType: outbox === 'mail_message' ? 'mail' : 'sms',
    targetId: String(row.id),
    detail: { of: row.userId },
  });
  if (!canRead(ctx.actor, row)) throw userError('mailNotYoursToRead');
  if (!row.content) throw userError('mailContentGone', { days: retentionDays });
  return ctx.services.secrets.open(
    row.content,
    outbox === 'mail_message' ? mailPlace(row.id) : smsContentLocation(row.id),
  );
}

/**
 * Returns a failed or kept message to the outbox with its attempts reset and the same recipients.
 */
export async function retryMessage(
  ctx: SignedInContext,
  outbox: OutboxName,
  id: number,
): Promise<void> {
  const row = await lockMessageForUpdate(ctx, outbox, id);
  if (row.state !== 'failed' && row.state !== 'kept')
    throw userError('mailNotRetryable', { state: stateLabels[row.state] });
  if (!row.content) throw userError('mailContentGone', { days: retentionDays });
  const type = outbox === 'mail_message' ? emailDelivery : textMessageDelivery;
  await retryOutbound(
    asPortal(ctx, 'deliveries belong to the portal; the message is the caller’s'),
    type,
    String(id),
  );
  ctx.note({
    targetType: outbox === 'mail_message' ? 'mail' : 'sms',
    targetId: String(id),
    before: { state: row.state },
    after: { state: 'waiting' },
  });
}
