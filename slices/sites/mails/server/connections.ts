import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { CodeName } from '../../../../contract/errors/codes.ts';
import { type MessageValues, userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { Language } from '../../../../contract/languages.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { emailDelivery } from '../../../../server/platform/mail/mail.ts';
import { closeBreaker } from '../../../../server/platform/outbound/breaker.ts';
import type { Secrets } from '../../../../server/platform/secrets/secrets.ts';
import type { Site } from '../../../../server/platform/sites/sites.ts';
import { textMessageDelivery } from '../../../../server/platform/sms/sms.ts';
import { mailServerSettings, smsProviderSettings } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import type { MailServerSettings, SmsProviderSettings } from './drivers.ts';
import { requirePublic } from './publicOnly.ts';
import { type ConnectionKind, withMailTables } from './tables.ts';

/** The connection that sends one kind of message for a site. */
export interface Connection<S> {
  siteId: string;
  siteName: string;
  sitePath: string;
  settings: S;
  hasSecret: boolean;
  /** Whether root configured it. A trusted connection can lead to addresses that aren't public. */
  isTrusted: boolean;
  /** Changes with every update of the connection. */
  version: string;
  openSecret(): string;
}

export interface SettingsByKind {
  mail: MailServerSettings;
  sms: SmsProviderSettings;
}

const schemas: { [K in ConnectionKind]: z.ZodType<SettingsByKind[K]> } = {
  mail: mailServerSettings,
  sms: smsProviderSettings,
};
const secretLocation = (siteId: string, kind: ConnectionKind) => ({
  column: 'mail_connection.secret',
  row: `${siteId} ${kind}`,
});

const secretsDb = (ctx: Pick<Context, 'db'>) =>
  portalDb(ctx, 'sealed secrets are read with their connection to send messages');

/**
 * Returns the connection of a site: its own, or that of the nearest site above. An inherited
 * connection is used as a whole, including its secret, so that a site with its own server never
 * sends the password of the site above to that server.
 */
export async function readConnection<K extends ConnectionKind>(
  services: { db: Context['db']; secrets: Secrets },
  site: Pick<Site, 'path'>,
  kind: K,
  { onlyTrusted = false }: { onlyTrusted?: boolean } = {},
): Promise<Connection<SettingsByKind[K]> | null> {
  const path = site.path.split('/');
  const { rows } = await sql<{
    site_id: string;
    name: string;
    path: string;
    config: unknown;
    secret: Buffer | null;
    is_trusted: boolean;
    version: string;
  }>`
    select c.site_id, site.name, site.path, c.config, c.secret, c.is_trusted, c.version from mail_connection c join site on site.id = c.site_id
    where c.kind = ${kind} and c.site_id = any(${path}::uuid[]) and (c.is_trusted or ${!onlyTrusted})
    order by array_position(${path}::uuid[], c.site_id) desc limit 1`.execute(secretsDb(services));
  const row = rows[0];
  if (!row) return null;
  return {
    siteId: row.site_id,
    siteName: row.name,
    sitePath: row.path,
    settings: schemas[kind].parse(row.config),
    hasSecret: row.secret !== null,
    isTrusted: row.is_trusted,
    version: row.version,
    openSecret: () =>
      row.secret ? services.secrets.open(row.secret, secretLocation(row.site_id, kind)) : '',
  };
}

/**
 * Returns the connection for the settings screen. An inherited connection shows only the name of
 * the site that owns it.
 */
export async function describeConnection<K extends ConnectionKind>(ctx: SignedInContext, kind: K) {
  const found = await readConnection({ db: ctx.db, secrets: ctx.services.secrets }, ctx.site, kind);
  const isOwn = found?.siteId === ctx.site.id;
  return {
    settings: found && isOwn ? found.settings : null,
    hasSecret: isOwn && (found?.hasSecret ?? false),
    inheritedFrom: found && !isOwn ? found.siteName : null,
    isTrusted: isOwn && (found?.isTrusted ?? false),
    change: (await hasRootUsers(ctx)) ? reasonOf('mailConnectionOfRoot', ctx.language) : null,
  };
}

export const reasonOf = (name: CodeName, language: Language, values: MessageValues = {}): string =>
  render(name, language, values);

/**
 * Whether the site has root users. Their emails, including password links, use the connection of
 * that site, so a site administrator who could route them through another server could take over
 * root.
 */
async function hasRootUsers(ctx: SignedInContext): Promise<boolean> {
  if (ctx.actor.role === 'root') return false;
  const found = await ctx.db
    .selectFrom('user_account')
    .select('id')
    .where('site_id', '=', ctx.site.id)
    .where('role', '=', 'root')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

async function requireConnectPermission(ctx: SignedInContext): Promise<void> {
  if (await hasRootUsers(ctx)) throw userError('mailConnectionOfRoot');
}

/**
 * The destination and account of a connection. A stored secret must not be sent to any other
 * destination.
 */
const destinations: { [K in ConnectionKind]: (settings: SettingsByKind[K]) => string } = {
  mail: ({ host, port, security, user }) => JSON.stringify([host, port, security, user]),
  sms: (settings) =>
    JSON.stringify(
      settings.driver === 'twilio'
        ? [settings.baseAddress, settings.accountSid]
        : [settings.method, settings.address, settings.headers, settings.body],
    ),
};
const hosts: { [K in ConnectionKind]: (settings: SettingsByKind[K]) => string } = {
  mail: ({ host }) => host,
  sms: (settings) =>
    new URL(
      settings.driver === 'twilio' ? settings.baseAddress : settings.address.replace(/[{}]/g, ''),
    ).hostname,
};

/**
 * Saves the connection. If `secret` is undefined, the stored secret is kept, provided the
 * destination is unchanged.
 * Throws `mailSecretNeeded`, `mailServerRefused`.
 */
export async function writeConnection<K extends ConnectionKind>(
  ctx: SignedInContext,
  kind: K,
  settings: SettingsByKind[K],
  secret: string | undefined,
): Promise<void> {
  await requireConnectPermission(ctx);
  const isTrusted = ctx.actor.role === 'root';
  if (!isTrusted) requirePublic(hostOf(kind, settings));
  const before = await readConnection(
    { db: ctx.db, secrets: ctx.services.secrets },
    { path: ctx.site.id },
    kind,
  );
  const isDestinationChanged =
    before !== null && destinations[kind](before.settings) !== destinations[kind](settings);
  if (secret === undefined && before?.hasSecret && isDestinationChanged)
    throw userError('mailSecretNeeded', {}, 'password');
  const sealed =
    secret === undefined
      ? undefined
      : secret === ''
        ? null
        : ctx.services.secrets.seal(secret, secretLocation(ctx.site.id, kind));
  const row = {
    config: JSON.stringify(settings),
    is_trusted: isTrusted,
    version: randomUUID(),
    changed_by: ctx.actor.userId,
  };
  const withSecret = sealed === undefined ? row : { ...row, secret: sealed };
  await withMailTables(secretsDb(ctx))
    .insertInto('mail_connection')
    .values({ site_id: ctx.site.id, kind, ...withSecret })
    .onConflict((conflict) =>
      conflict
        .columns(['site_id', 'kind'])
        .doUpdateSet({ ...withSecret, changed_at: ctx.clock.now() }),
    )
    .execute();
  ctx.note({
    targetType: 'mailConnection',
    targetId: kind,
    before: before?.settings ?? null,
    after: {
      ...settings,
      secret: secret === undefined ? 'unchanged' : secret === '' ? 'removed' : 'set anew',
    },
  });
  await retryConnection(ctx, kind);
  await announce(ctx.db, { topic: 'mail', id: 'settings', siteId: ctx.site.id });
}

/**
 * Closes the circuit breaker, because the changed connection might work. Waiting messages are
 * retried at their next attempt.
 */
const retryConnection = (ctx: SignedInContext, kind: ConnectionKind): Promise<void> =>
  closeBreaker(portalDb(ctx, 'circuit breakers belong to the portal'), {
    type: (kind === 'mail' ? emailDelivery : textMessageDelivery).name,
    key: ctx.site.id,
  });

/** Returns the host that a connection leads to. Throws `inputInvalid`. */
export function hostOf<K extends ConnectionKind>(kind: K, settings: SettingsByKind[K]): string {
  try {
    return hosts[kind](settings);
  } catch {
    throw userError(
      'inputInvalid',
      { problem: localize('connections.problem.isntValidUrl') },
      'address',
    );
  }
}

export async function removeConnection(ctx: SignedInContext, kind: ConnectionKind): Promise<void> {
  await requireConnectPermission(ctx);
  const before = await readConnection(
    { db: ctx.db, secrets: ctx.services.secrets },
    { path: ctx.site.id },
    kind,
  );
  await withMailTables(ctx.db)
    .deleteFrom('mail_connection')
    .where('site_id', '=', ctx.site.id)
    .where('kind', '=', kind)
    .execute();
  ctx.note({
    targetType: 'mailConnection',
    targetId: kind,
    before: before?.settings ?? null,
    after: null,
  });
  await announce(ctx.db, { topic: 'mail', id: 'settings', siteId: ctx.site.id });
}
