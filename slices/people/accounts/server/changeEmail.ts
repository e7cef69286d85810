import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { emailKey, isEmail, normalizeEmail } from '../../../../contract/fields/email.ts';
import { type Language, type LocalizedText, languages } from '../../../../contract/languages.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { sendMail } from '../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../server/platform/mail/siteAddress.ts';
import { disconnectUser } from '../../../../server/platform/session/session.ts';
import { readSite } from '../../../../server/platform/sites/sites.ts';
import { deleteBrowsers, issueToken, voidTokens } from '../../credentials/server/index.ts';
import { announceUser } from '../../users/server/index.ts';
import type { accountEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import {
  type Account,
  changeDenialReason,
  findAccounts,
  lockAccountForUpdate,
  matchesInput,
} from './find.ts';
import { emailChangedMail, emailProofMail } from './mails.ts';

type Body = z.output<(typeof accountEndpoints)['updateAccountEmail']['body']>;
type Answer = z.output<(typeof accountEndpoints)['updateAccountEmail']['answer']>;

const verificationMinutes = 60;

/**
 * Changes an account's email address as its administrator. The user must sign in again with the new
 * address, which must be verified. The old address is notified. Throws `notFound`, `emailInvalid`,
 * `emailNotAvailable`, `emailChangeRefused`.
 */
export async function updateAccountEmail(
  ctx: SignedInContext,
  { account: identifier, email: newEmail, checkOnly }: Body,
): Promise<Answer> {
  const found = await findOne(ctx, identifier);
  const account = (await lockAccountForUpdate(ctx, found.id)) ?? found;
  const email = normalizeEmail(newEmail);
  if (!isEmail(email)) throw userError('emailInvalid', undefined, 'email');
  await requireFreeEmail(ctx, account, email);
  const sessions = await openSessions(ctx, account.id);
  if (!checkOnly) await change(ctx, account, email);
  const { id, siteId, site } = account;
  return { checkOnly, account: { id, siteId, site, email: account.email }, email, sessions };
}

const ambiguous: LocalizedText = localize('ambiguous');

async function findOne(ctx: SignedInContext, identifier: string): Promise<Account> {
  const [account, second] = (await findAccounts(ctx, [identifier])).filter((candidate) =>
    matchesInput(candidate, identifier),
  );
  if (!account)
    throw userError('notFound', { what: 'user', id: identifier.slice(0, 100) }, 'account');
  const problem = second ? ambiguous : changeDenialReason(ctx, account);
  if (problem) throw userError('emailChangeRefused', { problem }, 'account');
  return account;
}

async function requireFreeEmail(
  ctx: SignedInContext,
  account: Account,
  email: string,
): Promise<void> {
  const { rows } = await sql<{ isSame: boolean }>`
    select id = ${account.id} as "isSame" from user_account
    where site_id = ${account.siteId} and email_key = ${emailKey(email)} and deleted_at is null`.execute(
    portalDb(ctx, 'an address belongs to one account on a site, whoever has it'),
  );
  if (rows.some(({ isSame }) => !isSame)) throw userError('emailNotAvailable', undefined, 'email');
}

async function openSessions(ctx: SignedInContext, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from session where user_id = ${userId} and ended_at is null and expires_at > ${ctx.clock.now()}`.execute(
    ctx.db,
  );
  return rows[0]?.count ?? 0;
}

async function change(ctx: SignedInContext, account: Account, email: string): Promise<void> {
  const { rows } = await sql<{ language: string | null }>`
    update user_account set email = ${email}, is_email_validated = false where id = ${account.id} returning language`.execute(
    ctx.db,
  );
  await disconnectUser(ctx.db, account.id);
  await deleteBrowsers(ctx, account.id);
  for (const kind of ['reset', 'changeEmail', 'validate'] as const)
    await voidTokens(ctx, account.id, kind);
  await notifyEmailChanged(ctx, account, email, rows[0]?.language ?? null);
  ctx.note({
    targetType: 'user',
    targetId: account.id,
    before: { email: account.email },
    after: { email },
  });
  await announceUser(ctx, account);
}

/** Sends the notices with the name and branding of the account's own site. */
async function notifyEmailChanged(
  ctx: SignedInContext,
  account: Account,
  email: string,
  storedLanguage: string | null,
): Promise<void> {
  const siteContext = { ...ctx, site: await readSite(ctx.db, account.siteId) };
  const language: Language =
    languages.find((candidate) => candidate === storedLanguage) ??
    siteContext.site.languages[0] ??
    languages[0];
  const token = await issueToken(siteContext, {
    kind: 'validate',
    userId: account.id,
    ttlMinutes: verificationMinutes,
  });
  const to = { userId: account.id, language };
  const values = { email, by: ctx.actor.email };
  await sendMail(
    siteContext,
    emailChangedMail,
    { ...to, email: account.email },
    { ...values, before: account.email },
  );
  const link = `${siteAddress(siteContext)}/validate/${token}`;
  await sendMail(
    siteContext,
    emailProofMail,
    { ...to, email },
    { ...values, link, minutes: String(verificationMinutes) },
  );
}
