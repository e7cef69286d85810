import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import { type OwnedServer, serversOfOwners } from '../../../servers/server/index.ts';
import { localize } from '../../texts/localize.ts';
import type { Call } from './operations.ts';
import { flagError } from './values.ts';

export interface ChosenServer {
  id: string;
  name: string;
  power: 'on' | 'off' | 'suspended';
}

interface Choice {
  id: string;
  name: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The servers selected by a call. An ID selects any accessible server, a name only servers of the
 * caller's own account, so that `name=.*` with an administrator's key never affects customers'
 * servers. Throws `compatibleIdOrName` when neither is given.
 */
export async function findServers(call: Call, { id, name }: Choice): Promise<ChosenServer[]> {
  if (id !== '') return await serverWithId(call, id);
  if (name === '') throw userError('compatibleIdOrName');
  const servers = await ownServers(call);
  const names = await matchingNames(
    call,
    name,
    servers.map((server) => server.name),
  );
  return servers.filter((server) => names.has(server.name));
}

/** Throws `compatibleServersUnknown` when there are none. */
export async function requireServers(call: Call, choice: Choice): Promise<ChosenServer[]> {
  const found = await findServers(call, choice);
  if (found.length > 0) return found;
  const given =
    choice.id !== '' ? `id='${choice.id.slice(0, 200)}'` : `name='${choice.name.slice(0, 200)}'`;
  throw userError('compatibleServersUnknown', { given });
}

/** Throws `compatibleServersUnknown`, `compatibleServersMany`. */
export async function singleServer(call: Call, choice: Choice): Promise<ChosenServer> {
  const found = await requireServers(call, choice);
  if (found.length > 1) throw userError('compatibleServersMany');
  return found[0] as ChosenServer;
}

async function serverWithId({ portal }: Call, id: string): Promise<ChosenServer[]> {
  if (!uuid.test(id)) return [];
  const { items } = await portal('listServers', { query: { filter: id } });
  return items
    .filter((server) => server.id === id.toLowerCase())
    .map(({ id: found, name, power }) => ({ id: found, name, power }));
}

/**
 * The servers of the key's account, within the key's limits, in creation order, without those in
 * the Trash.
 */
export async function ownServers({ ctx }: Call): Promise<OwnedServer[]> {
  const boundServerIds = ctx.actor.key?.serverIds;
  const servers = await serversOfOwners(ctx, [ctx.actor.userId]);
  return servers
    .filter(({ id, state }) => state !== 'bin' && (!boundServerIds || boundServerIds.includes(id)))
    .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/**
 * The names that the expression matches as a whole. PostgreSQL does the matching, because its run
 * time is mostly proportional to the text length and a statement timeout limits the rest. Back
 * references are rejected.
 */
async function matchingNames(
  { ctx }: Call,
  expression: string,
  names: readonly string[],
): Promise<Set<string>> {
  // Names can contain dots and brackets, and clients select servers by their exact name.
  if (names.includes(expression)) return new Set([expression]);
  if (/^[\w-]+$/.test(expression)) return new Set();
  if (/\\\d/.test(expression))
    throw flagError(
      'name',
      expression,
      localize('select.matchingNames.useRegularExpressionWithout'),
    );
  try {
    return await ctx.services.database.db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = '500ms'`.execute(transaction);
      const { rows } = await sql<{ name: string }>`
        select name from unnest(${[...names]}::text[]) as name where name ~ ${`^(?:${expression})$`}`.execute(
        transaction,
      );
      return new Set(rows.map(({ name }) => name));
    });
  } catch (error) {
    if (!isExpressionError(error)) throw error;
    throw flagError('name', expression, localize('select.matchingNames.useValidRegularExpression'));
  }
}

/** Whether the expression is invalid (`invalid_regular_expression`) or the match timed out. */
const isExpressionError = (error: unknown): boolean =>
  ['2201B', '57014'].includes((error as { code?: string }).code ?? '');
