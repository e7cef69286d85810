import { sql } from 'kysely';
import type * as z from 'zod';
import { UserError, userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { hasPermission, visibleTo } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { cloudInitEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { maxUserDataLength, mergedText, multipartOf } from './compose.ts';
import { firstProblem, parsePart } from './documents.ts';
import { type PolicyDocument, partsOf } from './parts.ts';
import { filePathProblem } from './paths.ts';
import { cloudInitTables, type PolicyContent } from './tables.ts';

type List = z.output<(typeof cloudInitEndpoints)['listPolicies']['answer']>;
type Item = List['items'][number];
export type ComposedUserData = z.output<(typeof cloudInitEndpoints)['composeUserData']['answer']>;

interface Row extends PolicyContent {
  id: string;
  siteId: string;
  site: string;
  name: string;
  description: string;
  isEnabled: boolean;
  changedAt: Date;
  isReached: boolean;
}

const from = sql`cloudinit_policy p join site on site.id = p.site_id`;
const visible = (ctx: Context) => visibleTo(ctx, { owner: 'p.site_id', site: 'p.site_id' });
const columns = (ctx: Context) => sql`
  p.id, p.site_id as "siteId", site.name as site, p.name, p.description, p.is_enabled as "isEnabled", p.files, p.configurations, p.services,
  p.changed_at as "changedAt", ${visible(ctx)} as "isReached"`;
/**
 * The policies of the caller's site and the sites above it. For administrators, also those of the
 * sites below.
 */
const visibleCondition = (ctx: SignedInContext) => {
  const isOffered = sql<boolean>`p.site_id = any(${ctx.actor.sitePath.split('/')}::uuid[])`;
  return hasPermission(ctx, 'cloudinit.manage')
    ? sql<boolean>`(${isOffered} or ${visible(ctx)})`
    : sql<boolean>`(${isOffered} and p.is_enabled)`;
};

const notOwned: LocalizedText = localize('notYours');
const missingRight: LocalizedText = localize('noRight');

const presentFor =
  (ctx: SignedInContext) =>
  (row: Row): Item => {
    const denialReason = hasPermission(ctx, 'cloudinit.manage')
      ? row.isReached
        ? null
        : notOwned
      : missingRight;
    const obstacle = denialReason?.[ctx.language] ?? null;
    return {
      ...{
        id: row.id,
        siteId: row.siteId,
        site: row.site,
        name: row.name,
        description: row.description,
        isEnabled: row.isEnabled,
      },
      ...{
        files: row.files.length,
        configurations: row.configurations.length,
        services: row.services.length,
      },
      changedAt: row.changedAt.toISOString(),
      actions: { change: obstacle, remove: obstacle },
    };
  };

export async function listPolicies(ctx: SignedInContext, query: ListRequest): Promise<List> {
  const filter = query.filter
    ? [
        sql`(p.name ilike ${containing(query.filter)} or p.description ilike ${containing(query.filter)})`,
      ]
    : [];
  return await readListPage<Row, Item>(
    ctx.db,
    {
      from,
      columns: columns(ctx),
      where: [visibleCondition(ctx), ...filter],
      sorts: {
        name: { column: sql`lower(p.name)`, type: 'text' },
        site: { column: sql`lower(site.name)`, type: 'text' },
        changed: { column: sql`p.changed_at`, type: 'timestamptz' },
      },
      id: { column: sql`p.id`, type: 'uuid' },
      defaultSorting: 'name',
      map: presentFor(ctx),
    },
    query,
  );
}

/** Throws `notFound`. */
async function find(ctx: SignedInContext, policyId: string): Promise<Row> {
  const { rows } =
    await sql<Row>`select ${columns(ctx)} from ${from} where p.id = ${policyId} and ${visibleCondition(ctx)}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw userError('notFound', { what: 'policy', id: policyId });
  return rows[0];
}

/**
 * Locks a policy for a change. Policies of a site above can't be changed by the caller and throw
 * `notFound`, as for any other policy the caller can't change.
 */
async function lockPolicy(ctx: SignedInContext, policyId: string): Promise<Row> {
  await sql`select from cloudinit_policy where id = ${policyId} for update`.execute(ctx.db);
  const row = await find(ctx, policyId);
  if (!row.isReached) throw userError('notFound', { what: 'policy', id: policyId });
  return row;
}

export async function readPolicy(ctx: SignedInContext, policyId: string) {
  const row = await find(ctx, policyId);
  const { files, configurations, services } = row;
  return {
    ...presentFor(ctx)(row),
    files,
    configurations,
    services,
    composed: buildUserData(ctx, partsOf(row.name, row), null),
  };
}

export async function offeredPolicies(ctx: SignedInContext) {
  const { rows } = await sql<{ id: string; name: string; description: string }>`
    select p.id, p.name, p.description from ${from}
    where p.site_id = any(${ctx.actor.sitePath.split('/')}::uuid[]) and p.is_enabled order by lower(p.name), p.id limit 500`.execute(
    ctx.db,
  );
  return { items: rows };
}

/**
 * The parts of these policies, in order. Throws `policyMissing` for a policy that is not or no
 * longer offered.
 */
export async function getPolicyDocuments(
  ctx: SignedInContext,
  policyIds: readonly string[],
): Promise<PolicyDocument[]> {
  if (policyIds.length === 0) return [];
  const { rows } = await sql<Row>`
    select ${columns(ctx)} from ${from}
    where p.id = any(${[...policyIds]}::uuid[]) and p.site_id = any(${ctx.actor.sitePath.split('/')}::uuid[]) and p.is_enabled`.execute(
    ctx.db,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return policyIds.flatMap((id, index) => {
    const row = byId.get(id);
    if (!row) throw userError('policyMissing', { id }, `policies.${index}`);
    return partsOf(row.name, row);
  });
}

const ownScriptTitle: LocalizedText = localize('ownWords');

/** The parts combined with the user's own script. */
export function buildUserData(
  ctx: Pick<Context, 'language'>,
  parts: readonly PolicyDocument[],
  userData: string | null,
): ComposedUserData {
  const ownUserData = userData !== null && userData.trim() !== '' ? userData : null;
  const all = [
    ...parts.map(({ name, content }) => ({ name, content })),
    ...(ownUserData === null ? [] : [{ name: ownScriptTitle[ctx.language], content: ownUserData }]),
  ];
  const problems = all.flatMap(({ name, content }) =>
    parsePart(content).problems.map(({ line, field, problem, isWarning }) => ({
      part: name,
      line,
      field,
      problem: problem[ctx.language],
      isWarning,
    })),
  );
  const contents = all.map(({ content }) => content);
  const document = parts.length > 0 ? multipartOf(contents) : (ownUserData ?? '');
  const bytes = Buffer.byteLength(document);
  return {
    isValid: problems.every(({ isWarning }) => isWarning) && bytes <= maxUserDataLength,
    ...{
      problems,
      merged: all.length === 0 ? '' : mergedText(contents),
      document,
      bytes,
      maxBytes: maxUserDataLength,
    },
  };
}

export async function createPolicy(
  ctx: SignedInContext,
  {
    siteId = ctx.actor.siteId,
    name,
    description = '',
  }: { siteId?: string | undefined; name: string; description?: string | undefined },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select site.id from site where site.id = ${siteId} and ${visibleTo(ctx, { owner: 'site.id', site: 'site.id' })}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'site', id: siteId });
  const { id } = await withFreeName(name, () =>
    cloudInitTables(ctx)
      .insertInto('cloudinit_policy')
      .values({ site_id: siteId, name, description, created_by: ctx.actor.userId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  ctx.note({ targetType: 'policy', targetId: id, after: { name, description } });
  await announce(ctx.db, { topic: 'policy', id, siteId });
  return id;
}

async function withFreeName<T>(name: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'cloudinit_policy_name')
      throw userError('policyNameTaken', { name }, 'name');
    throw error;
  }
}

export async function updatePolicy(
  ctx: SignedInContext,
  policyId: string,
  settings: { name: string; description: string; isEnabled: boolean },
) {
  const row = await lockPolicy(ctx, policyId);
  await withFreeName(settings.name, () =>
    cloudInitTables(ctx)
      .updateTable('cloudinit_policy')
      .set({
        name: settings.name,
        description: settings.description,
        is_enabled: settings.isEnabled,
        changed_at: ctx.clock.now(),
      })
      .where('id', '=', policyId)
      .execute(),
  );
  const { name, description, isEnabled } = row;
  ctx.note({
    targetType: 'policy',
    targetId: policyId,
    before: { name, description, isEnabled },
    after: settings,
  });
  await announce(ctx.db, { topic: 'policy', id: policyId, siteId: row.siteId });
}

/** Saves one of the three lists. Throws `policyInvalid` with the field, and `userDataTooLarge`. */
export async function setContent(
  ctx: SignedInContext,
  policyId: string,
  change: Partial<PolicyContent>,
): Promise<void> {
  const row = await lockPolicy(ctx, policyId);
  const content: PolicyContent = {
    files: row.files,
    configurations: row.configurations,
    services: row.services,
    ...change,
  };
  requireValidContent(ctx, row.name, content, Object.keys(change));
  const set = Object.fromEntries(
    Object.entries(change).map(([list, value]) => [list, JSON.stringify(value)]),
  );
  await cloudInitTables(ctx)
    .updateTable('cloudinit_policy')
    .set({ ...set, changed_at: ctx.clock.now() })
    .where('id', '=', policyId)
    .execute();
  ctx.note({ targetType: 'policy', targetId: policyId, after: change });
  await announce(ctx.db, { topic: 'policy', id: policyId, siteId: row.siteId });
}

function requireValidContent(
  ctx: SignedInContext,
  name: string,
  content: PolicyContent,
  changed: readonly string[],
): void {
  const reasons = [
    ...content.files.flatMap(({ path }, index) => {
      const isDuplicate = content.files.findIndex((file) => file.path === path) !== index;
      const problem = isDuplicate ? sameFile : filePathProblem(path, 'linux');
      return problem ? [{ problem, key: `files.${index}.path` }] : [];
    }),
    ...partsOf(name, content).flatMap((part) => {
      const problem = firstProblem(parsePart(part.content));
      return problem ? [{ problem, key: part.key }] : [];
    }),
  ].filter(({ key }) => changed.some((list) => key.startsWith(list)));
  if (reasons.length > 0)
    throw new UserError(
      reasons.map(({ problem, key }) => ({ name: 'policyInvalid', values: { problem }, key })),
    );
  const { bytes } = buildUserData(ctx, partsOf(name, content), null);
  if (bytes > maxUserDataLength)
    throw userError('userDataTooLarge', { given: bytes, max: maxUserDataLength }, changed[0]);
}

const sameFile: LocalizedText = localize('sameFile');

export async function deletePolicy(ctx: SignedInContext, policyId: string): Promise<void> {
  const { name, siteId } = await lockPolicy(ctx, policyId);
  await cloudInitTables(ctx).deleteFrom('cloudinit_policy').where('id', '=', policyId).execute();
  ctx.note({ targetType: 'policy', targetId: policyId, before: { name } });
  await announce(ctx.db, { topic: 'policy', id: policyId, siteId });
}
