import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { Language, LocalizedText } from '../../../../../contract/languages.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import type { userEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import { type ListedPerson, maxInvitations, readPeople } from '../rules/inviteList.ts';
import { insertUser, type Place, placeFor } from './create.ts';
import { mailInvitation } from './invitation.ts';

type Body = z.output<(typeof userEndpoints)['inviteUsers']['body']>;
type Answer = z.input<(typeof userEndpoints)['inviteUsers']['answer']>;

const taken = localize('taken');

/**
 * Invites every user with a valid line. Invalid lines are returned with their problem. Throws
 * `inviteListRefused`.
 */
export async function inviteUsers(ctx: SignedInContext, body: Body): Promise<Answer> {
  const place = await placeFor(ctx, body);
  const people = readPeople(body.list);
  if (people.length === 0) throw userError('inviteListRefused', { problem: none }, 'list');
  if (people.length > maxInvitations)
    throw userError('inviteListRefused', { problem: tooMany }, 'list');
  const known = await takenAddresses(ctx, place, people);
  const lines: Answer['lines'] = [];
  let invited = 0;
  for (const person of people) {
    const isTaken = person.problem === null && known.has(person.email.toLowerCase());
    let problem: LocalizedText | null = person.problem ?? (isTaken ? taken : null);
    if (
      problem === null &&
      !body.checkOnly &&
      !(await invite(ctx, place, person, body.language ?? null))
    )
      problem = taken;
    if (problem === null) invited += 1;
    const name = `${person.firstName} ${person.lastName}`.trim();
    lines.push({
      line: person.line,
      email: person.email.slice(0, 254),
      name,
      problem: problem?.[ctx.language] ?? null,
    });
  }
  if (body.checkOnly) ctx.note({ detail: { checkOnly: true, addresses: people.length } });
  return { checkOnly: body.checkOnly, invited, bad: lines.length - invited, lines };
}

async function invite(
  ctx: SignedInContext,
  place: Place,
  person: ListedPerson,
  language: Language | null,
): Promise<boolean> {
  const { email, firstName, lastName } = person;
  const id = await insertUser(ctx, place, { email, firstName, lastName, language }, null);
  if (!id) return false;
  await mailInvitation(ctx, { id, email, siteId: place.siteId, language });
  return true;
}

async function takenAddresses(
  ctx: SignedInContext,
  { siteId }: Place,
  people: readonly ListedPerson[],
): Promise<Set<string>> {
  const wanted = people
    .filter(({ problem }) => problem === null)
    .map(({ email }) => email.toLowerCase());
  const { rows } = await sql<{ email_key: string }>`
    select email_key from user_account where site_id = ${siteId} and deleted_at is null and email_key = any(${wanted}::text[])`.execute(
    portalDb(ctx, 'an address belongs to one account on a site, whoever has it'),
  );
  return new Set(rows.map((row) => row.email_key));
}

const none = localize('none');
const tooMany = localize('tooMany', { maxInvitations });
