import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Language, LocalizedText } from '../../../../../contract/languages.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import type { userEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { type ListedPerson, maxInvitations, parseInviteList } from '../rules/inviteList.ts';
import { insertUser, type Placement, placementFor } from './create.ts';
import { mailInvitation } from './invitation.ts';

type Body = z.output<(typeof userEndpoints)['inviteUsers']['body']>;
type Answer = z.input<(typeof userEndpoints)['inviteUsers']['answer']>;

const emailTaken = localize('taken');

/**
 * Invites every user with a valid line. Invalid lines are returned with their problem. Throws
 * `inviteListRefused`.
 */
export async function inviteUsers(ctx: SignedInContext, body: Body): Promise<Answer> {
  const placement = await placementFor(ctx, body);
  const invitees = parseInviteList(body.list);
  if (invitees.length === 0) throw userError('inviteListRefused', { problem: none }, 'list');
  if (invitees.length > maxInvitations)
    throw userError('inviteListRefused', { problem: tooMany }, 'list');
  const takenEmails = await usedEmails(ctx, placement, invitees);
  const lines: Answer['lines'] = [];
  let invited = 0;
  for (const user of invitees) {
    const isTaken = user.problem === null && takenEmails.has(user.email.toLowerCase());
    let problem: LocalizedText | null = user.problem ?? (isTaken ? emailTaken : null);
    if (
      problem === null &&
      !body.checkOnly &&
      !(await invite(ctx, placement, user, body.language ?? null))
    )
      problem = emailTaken;
    if (problem === null) invited += 1;
    const name = `${user.firstName} ${user.lastName}`.trim();
    lines.push({
      line: user.line,
      email: user.email.slice(0, 254),
      name,
      problem: problem?.[ctx.language] ?? null,
    });
  }
  if (body.checkOnly) ctx.note({ detail: { checkOnly: true, addresses: invitees.length } });
  return { checkOnly: body.checkOnly, invited, bad: lines.length - invited, lines };
}

async function invite(
  ctx: SignedInContext,
  placement: Placement,
  user: ListedPerson,
  language: Language | null,
): Promise<boolean> {
  const { email, firstName, lastName } = user;
  const id = await insertUser(ctx, placement, { email, firstName, lastName, language }, null);
  if (!id) return false;
  await mailInvitation(ctx, { id, email, siteId: placement.siteId, language });
  return true;
}

async function usedEmails(
  ctx: SignedInContext,
  { siteId }: Placement,
  invitees: readonly ListedPerson[],
): Promise<Set<string>> {
  const emails = invitees
    .filter(({ problem }) => problem === null)
    .map(({ email }) => email.toLowerCase());
  const { rows } = await sql<{ email_key: string }>`
    select email_key from user_account where site_id = ${siteId} and deleted_at is null and email_key = any(${emails}::text[])`.execute(
    portalDb(ctx, 'an address belongs to one account on a site, whoever has it'),
  );
  return new Set(rows.map((row) => row.email_key));
}

const none = localize('none');
const tooMany = localize('tooMany', { maxInvitations });
