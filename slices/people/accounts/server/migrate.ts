import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { hookedOnce } from '../../../../server/platform/hooks.ts';
import { ownedServers } from '../../users/server/index.ts';
import type { accountEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { type Account, findAccounts, isGiven, lockAccountForUpdate } from './find.ts';

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
  const [giver, taker] = [await findOne(ctx, from, 'from'), await findOne(ctx, to, 'to')];
  for (const account of [giver, taker].sort((a, b) => a.id.localeCompare(b.id)))
    await lockAccountForUpdate(ctx, account.id);
  const wrong = wrongPair(giver, taker);
  if (wrong) throw userError('migrateRefused', { problem: wrong }, 'to');
  const owned = (await hookedOnce(ctx, ownedServers).ofOwners(ctx, [giver.id])).filter(
    ({ state }) => state !== 'bin',
  );
  const missing = serverIds?.find((id) => !owned.some((server) => server.id === id));
  if (missing !== undefined) throw userError('notFound', { what: 'server', id: missing });
  const chosen = owned.filter(({ id }) => serverIds?.includes(id) ?? true);
  if (chosen.length === 0) throw userError('migrateRefused', { problem: nothing }, 'from');
  const servers: Answer['servers'] = [];
  for (const { id, name } of [...chosen].sort((a, b) => a.id.localeCompare(b.id))) {
    const problem = await moveOne(ctx, id, taker, checkOnly);
    servers.push({ id, name, problem });
  }
  const moved = servers.filter(({ problem }) => problem === null).length;
  const pair = {
    from: { id: giver.id, email: giver.email },
    to: { id: taker.id, email: taker.email },
  };
  const note = {
    before: { owner: giver.id },
    after: { owner: taker.id },
    detail: { checkOnly, servers: servers.map(({ name }) => name) },
  };
  ctx.note({ targetType: 'user', targetId: giver.id, ...note });
  ctx.note({ targetType: 'user', targetId: taker.id, ...note });
  return {
    checkOnly,
    ...pair,
    servers: servers.sort((a, b) => a.name.localeCompare(b.name)),
    moved: checkOnly ? 0 : moved,
  };
}

async function findOne(ctx: SignedInContext, given: string, key: 'from' | 'to'): Promise<Account> {
  const [account, second] = (await findAccounts(ctx, [given])).filter((candidate) =>
    isGiven(candidate, given),
  );
  if (!account) throw userError('notFound', { what: 'user', id: given.slice(0, 100) }, key);
  if (second) throw userError('migrateRefused', { problem: ambiguous }, key);
  if (account.id !== ctx.actor.userId && account.lack !== null)
    throw userError('userAboveYou', { email: account.email }, key);
  return account;
}

function wrongPair(giver: Account, taker: Account): LocalizedText | null {
  if (giver.id === taker.id) return localize('migrate.wrongPair.bothUsersSame');
  if (giver.siteId !== taker.siteId) return localize('migrate.wrongPair.usersBelongDifferentSites');
  if (!taker.isEnabled || taker.state === 'Locked' || taker.state.startsWith('Suspended'))
    return localize('migrate.wrongPair.disabledSuspendedLocked', { email: taker.email });
  return null;
}

const nothing: LocalizedText = localize('nothing');
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
    hookedOnce(ctx, ownedServers).changeOwner(ctx, serverId, { ownerId: to.id, siteId: to.siteId });
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
