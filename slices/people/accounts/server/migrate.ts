import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';
import { ownedServers } from '../../users/server/index.ts';
import type { accountEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { type Account, findAccounts, lockAccountForUpdate, matchesInput } from './find.ts';

type Body = z.output<(typeof accountEndpoints)['migrateServices']['body']>;
type Answer = z.output<(typeof accountEndpoints)['migrateServices']['answer']>;

/**
 * Moves servers to another user of the same site, either all or none. The dry run makes the move
 * and rolls it back, so it's accurate. Throws `notFound`, `userAboveYou`, `migrateRefused`, and the
 * errors of moving a server.
 */
export async function migrateServices(
  ctx: SignedInContext,
  { from, to, serverIds, checkOnly }: Body,
): Promise<Answer> {
  const [source, recipient] = [await findOne(ctx, from, 'from'), await findOne(ctx, to, 'to')];
  for (const account of [source, recipient].sort((a, b) => a.id.localeCompare(b.id)))
    await lockAccountForUpdate(ctx, account.id);
  const pairProblem = pairProblemOf(source, recipient);
  if (pairProblem) throw userError('migrateRefused', { problem: pairProblem }, 'to');
  const owned = (await singleContribution(ctx, ownedServers).ofOwners(ctx, [source.id])).filter(
    ({ state }) => state !== 'bin',
  );
  const missing = serverIds?.find((id) => !owned.some((server) => server.id === id));
  if (missing !== undefined) throw userError('notFound', { what: 'server', id: missing });
  const chosen = owned.filter(({ id }) => serverIds?.includes(id) ?? true);
  if (chosen.length === 0) throw userError('migrateRefused', { problem: nothingToMigrate }, 'from');
  const servers: Answer['servers'] = [];
  for (const { id, name } of [...chosen].sort((a, b) => a.id.localeCompare(b.id))) {
    const problem = await moveOne(ctx, id, recipient, checkOnly);
    servers.push({ id, name, problem });
  }
  const movedCount = servers.filter(({ problem }) => problem === null).length;
  const pair = {
    from: { id: source.id, email: source.email },
    to: { id: recipient.id, email: recipient.email },
  };
  const note = {
    before: { owner: source.id },
    after: { owner: recipient.id },
    detail: { checkOnly, servers: servers.map(({ name }) => name) },
  };
  ctx.note({ targetType: 'user', targetId: source.id, ...note });
  ctx.note({ targetType: 'user', targetId: recipient.id, ...note });
  return {
    checkOnly,
    ...pair,
    servers: servers.sort((a, b) => a.name.localeCompare(b.name)),
    moved: checkOnly ? 0 : movedCount,
  };
}

async function findOne(
  ctx: SignedInContext,
  identifier: string,
  key: 'from' | 'to',
): Promise<Account> {
  const [account, second] = (await findAccounts(ctx, [identifier])).filter((candidate) =>
    matchesInput(candidate, identifier),
  );
  if (!account) throw userError('notFound', { what: 'user', id: identifier.slice(0, 100) }, key);
  if (second) throw userError('migrateRefused', { problem: ambiguous }, key);
  if (account.id !== ctx.actor.userId && account.lack !== null)
    throw userError('userAboveYou', { email: account.email }, key);
  return account;
}

function pairProblemOf(source: Account, recipient: Account): LocalizedText | null {
  if (source.id === recipient.id) return localize('migrate.wrongPair.bothUsersSame');
  if (source.siteId !== recipient.siteId)
    return localize('migrate.wrongPair.usersBelongDifferentSites');
  if (
    !recipient.isEnabled ||
    recipient.state === 'Locked' ||
    recipient.state.startsWith('Suspended')
  )
    return localize('migrate.wrongPair.disabledSuspendedLocked', { email: recipient.email });
  return null;
}

const nothingToMigrate: LocalizedText = localize('nothing');
const ambiguous: LocalizedText = localize('ambiguous');

/**
 * In a real transfer, the first problem aborts everything. In a dry run, each server reports its
 * own problem, and everything is rolled back.
 */
async function moveOne(
  ctx: SignedInContext,
  serverId: string,
  to: Account,
  checkOnly: boolean,
): Promise<string | null> {
  const move = () =>
    singleContribution(ctx, ownedServers).changeOwner(ctx, serverId, {
      ownerId: to.id,
      siteId: to.siteId,
    });
  if (!checkOnly) {
    await move();
    return null;
  }
  await sql`savepoint dry_run`.execute(ctx.db);
  try {
    await move();
    return null;
  } catch (error) {
    const reason = error instanceof UserError ? error.reasons[0] : undefined;
    if (!reason) throw error;
    return render(reason.name, ctx.language, reason.values);
  } finally {
    await sql`rollback to savepoint dry_run`.execute(ctx.db);
  }
}
