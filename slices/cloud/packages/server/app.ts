import { sql } from 'kysely';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import { findServer, lockServer, type Server, serversById } from '../../servers/server/index.ts';
import { readServicelet, runObstacle } from '../../servicelets/server/index.ts';
import type { serverApp } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { linksOf } from './links.ts';
import { offeredRows } from './store.ts';
import {
  type AppState,
  type Manifest,
  packageTables,
  type Scripts,
  type Values,
} from './tables.ts';
import { textIn } from './values.ts';

/** The application of a server, with its package. */
export interface AppRow {
  serverId: string;
  packageId: string;
  code: string;
  version: string;
  ownerId: string;
  siteId: string;
  state: AppState;
  parameters: Values;
  secrets: Buffer | null;
  serviceletId: string | null;
  health: 'unknown' | 'healthy' | 'unhealthy';
  checkedAt: Date | null;
  installedAt: Date | null;
  manifest: Manifest;
  scripts: Scripts;
}

const columns = sql`
  a.server_id as "serverId", a.package_id as "packageId", p.code, a.version, a.owner_id as "ownerId", a.site_id as "siteId", a.state,
  a.parameters, a.secrets, a.servicelet_id as "serviceletId", a.health, a.checked_at as "checkedAt", a.installed_at as "installedAt",
  v.manifest, v.scripts`;
const from = sql`
  server_app a join app_package p on p.id = a.package_id
  join app_package_version v on v.package_id = a.package_id and v.version = a.version`;

/**
 * A context with access to the encrypted passwords. The caller must have checked access to the
 * server.
 */
export const withAppSecrets = <C extends Pick<Context, 'db'>>(ctx: C): C =>
  asPortal(ctx, 'sealed passwords are read and written with the app of a server within reach');

/**
 * Returns null if the server has no application. Access depends on the server, so check that first.
 */
export async function readApp(
  ctx: Pick<Context, 'db'>,
  serverId: string,
  lockMode: 'hold' | 'look' = 'look',
): Promise<AppRow | null> {
  const { rows } = await sql<AppRow>`
    select ${columns} from ${from} where a.server_id = ${serverId} ${lockMode === 'hold' ? sql`for update of a` : sql``}`.execute(
    withAppSecrets(ctx).db,
  );
  return rows[0] ?? null;
}

/** Returns applications in one of these states, oldest first. */
export async function listAppsInStates(
  ctx: Pick<Context, 'db'>,
  states: readonly AppState[],
  limit = 200,
): Promise<AppRow[]> {
  const { rows } = await sql<AppRow>`
    select ${columns} from ${from} where a.state = any(${[...states]}::text[]) order by a.created_at limit ${limit}`.execute(
    ctx.db,
  );
  return rows;
}

export async function setApp(
  ctx: Pick<Context, 'db'>,
  app: Pick<AppRow, 'serverId'>,
  change: {
    state?: AppState;
    servicelet_id?: string;
    version?: string;
    health?: AppRow['health'];
    checked_at?: Date;
    installed_at?: Date;
    secrets?: null;
  },
): Promise<void> {
  await packageTables(withAppSecrets(ctx))
    .updateTable('server_app')
    .set(change)
    .where('server_id', '=', app.serverId)
    .execute();
  const [server] = await serversById(ctx, [app.serverId]);
  if (server)
    await announce(ctx.db, {
      topic: 'app',
      id: app.serverId,
      siteId: server.siteId,
      ownerId: server.ownerId,
    });
}

type AppWork = 'check' | 'upgrade' | 'retry' | 'remove';
type ServerApp = z.output<typeof serverApp>;

const stateTexts = {
  open: localize('words.open'),
  waiting: localize('words.waiting'),
  notInstalled: localize('words.notInstalled'),
  installed: localize('words.installed'),
  noScript: localize('words.noScript'),
  latest: localize('words.latest'),
  gone: localize('words.gone'),
  shown: localize('words.shown'),
} satisfies Record<string, LocalizedText>;

/** Why the action isn't available now. Null if it is. The server itself is checked separately. */
export function workObstacle(
  app: AppRow,
  work: AppWork,
  newVersion: string | null,
): LocalizedText | null {
  const { state, scripts, secrets, manifest } = app;
  if (state === 'installing' || state === 'upgrading' || state === 'removing')
    return stateTexts.open;
  if (state === 'waiting') return stateTexts.waiting;
  if (work === 'retry') {
    if (state !== 'failed' || app.installedAt)
      return state === 'failed' ? null : stateTexts.installed;
    return manifest.parameters.some(({ type }) => type === 'password') && !secrets
      ? stateTexts.gone
      : null;
  }
  if (state !== 'installed' && !(state === 'failed' && app.installedAt))
    return stateTexts.notInstalled;
  if (work === 'upgrade') return newVersion === null ? stateTexts.latest : null;
  return scripts[work] ? null : stateTexts.noScript;
}

const secretsObstacle = (app: AppRow): LocalizedText | null => {
  if (app.state !== 'installed') return stateTexts.notInstalled;
  return app.secrets ? null : stateTexts.shown;
};

async function availableUpgrade(ctx: SignedInContext, app: AppRow): Promise<string | null> {
  const [offeredRow] = await offeredRows(ctx, { packageId: app.packageId });
  return offeredRow && offeredRow.version !== app.version ? offeredRow.version : null;
}

export async function presentApp(
  ctx: SignedInContext,
  serverId: string,
): Promise<{ app: ServerApp | null }> {
  const server = await findServer(ctx, serverId);
  const app = await readApp(ctx, serverId);
  if (!app) return { app: null };
  const { manifest, parameters } = app;
  const newVersion = await availableUpgrade(ctx, app);
  const denialReason = await denialReasonFor(ctx, server);
  const servicelet = app.serviceletId ? await readServicelet(ctx, app.serviceletId) : null;
  const reasonFor = (work: AppWork) =>
    (denialReason ?? workObstacle(app, work, newVersion))?.[ctx.language] ?? null;
  return {
    app: {
      ...{
        packageId: app.packageId,
        code: app.code,
        title: textIn(manifest.title, ctx.language),
        kind: manifest.kind,
      },
      ...{ version: app.version, newVersion, state: app.state, health: app.health },
      checkedAt: app.checkedAt?.toISOString() ?? null,
      installedAt: app.installedAt?.toISOString() ?? null,
      ...{ serviceletId: app.serviceletId, cmdId: servicelet?.cmdId ?? null },
      parameters: manifest.parameters.flatMap(({ name, title, type }) =>
        type === 'password' || (parameters[name] ?? '') === ''
          ? []
          : [{ title: textIn(title, ctx.language), value: String(parameters[name]) }],
      ),
      links:
        app.state === 'installed' || app.state === 'upgrading'
          ? await linksOf(ctx, server, app)
          : [],
      hasSecrets: app.secrets !== null,
      actions: {
        ...{
          check: reasonFor('check'),
          upgrade: reasonFor('upgrade'),
          retry: reasonFor('retry'),
          remove: reasonFor('remove'),
        },
        secrets: (rightsDenialReason(ctx, server) ?? secretsObstacle(app))?.[ctx.language] ?? null,
      },
    },
  };
}

const missingRight: LocalizedText = localize('noRight');

const rightsDenialReason = (
  ctx: SignedInContext,
  server: Awaited<ReturnType<typeof findServer>>,
): LocalizedText | null =>
  hasPermission(ctx, 'servicelets.run') && (server.isOwn || server.rank >= 3) ? null : missingRight;

async function denialReasonFor(
  ctx: SignedInContext,
  server: Awaited<ReturnType<typeof findServer>>,
): Promise<LocalizedText | null> {
  return rightsDenialReason(ctx, server) ?? (await runObstacle(ctx, server));
}

/**
 * Locks the application of a server for an action that must be available now. Throws `notFound`,
 * `packageWrongState`.
 */
export async function lockAppForUpdate(
  ctx: SignedInContext,
  serverId: string,
  work: AppWork,
): Promise<{ app: AppRow; server: Server; newVersion: string | null }> {
  const server = await lockServer(ctx, serverId, requiredRightFor('servicelets.run'));
  ctx.note({ targetType: 'server', targetId: serverId });
  const app = await readApp(ctx, serverId, 'hold');
  if (!app) throw userError('notFound', { what: 'application', id: serverId });
  const newVersion = await availableUpgrade(ctx, app);
  const obstacle = workObstacle(app, work, newVersion) ?? (await runObstacle(ctx, server));
  if (obstacle) throw userError('packageWrongState', { problem: obstacle });
  await findDatacenter(ctx, server.datacenterId);
  return { app, server, newVersion };
}

/** Returns the passwords once and deletes them. */
export async function showSecrets(
  ctx: SignedInContext,
  serverId: string,
): Promise<{ items: { title: string; value: string }[] }> {
  await lockServer(ctx, serverId, requiredRightFor('servicelets.run'));
  const app = await readApp(ctx, serverId, 'hold');
  if (!app) throw userError('notFound', { what: 'application', id: serverId });
  if (app.state !== 'installed')
    throw userError('packageWrongState', { problem: stateTexts.notInstalled });
  const secrets = openSecrets(ctx, app);
  if (!app.secrets) throw userError('packageSecretsGone');
  await setApp(ctx, app, { secrets: null });
  ctx.note({ targetType: 'server', targetId: serverId, after: { shown: Object.keys(secrets) } });
  return {
    items: app.manifest.parameters.flatMap(({ name, title }) =>
      secrets[name] === undefined
        ? []
        : [{ title: textIn(title, ctx.language), value: secrets[name] }],
    ),
  };
}

export function openSecrets(
  ctx: Pick<Context, 'services'>,
  { serverId, secrets }: Pick<AppRow, 'serverId' | 'secrets'>,
): Record<string, string> {
  return secrets
    ? (JSON.parse(
        ctx.services.secrets.open(secrets, { column: 'server_app.secrets', row: serverId }),
      ) as Record<string, string>)
    : {};
}
