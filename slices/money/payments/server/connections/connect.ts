import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { hasPermission } from '../../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { checkMinorUnits, findCompany } from '../../../companies/server/index.ts';
import type { paymentEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import {
  type Connection,
  connectionColumns,
  connectionsOf,
  type Provider,
  providerTitles,
  secretLocation,
  secretsDb,
  webhookPlace,
} from './connections.ts';
import { driverOf, toUserError } from './drivers.ts';

type ListAnswer = z.output<(typeof paymentEndpoints)['listPaymentConnections']['answer']>;
type ConnectionInput = z.output<(typeof paymentEndpoints)['savePaymentConnection']['body']>;

async function findConnection(
  ctx: SignedInContext,
  companyId: string,
  provider: Provider,
): Promise<Connection> {
  await findCompany(ctx, companyId);
  const found = (await connectionsOf(ctx, companyId)).find(
    (connection) => connection.provider === provider,
  );
  if (!found) throw userError('notFound', { what: 'connection', id: provider });
  return found;
}

export async function listConnections(
  ctx: SignedInContext,
  companyId: string,
): Promise<ListAnswer> {
  const company = await findCompany(ctx, companyId);
  const { rows } = await sql<
    Connection & { webhookAt: Date | null; webhooksRefused: number; webhookRefusedAt: Date | null }
  >`
    select ${connectionColumns}, c.webhook_at as "webhookAt", c.webhooks_refused::integer as "webhooksRefused", c.webhook_refused_at as "webhookRefusedAt"
    from payment_connection c where c.company_id = ${companyId} order by c.provider desc`.execute(
    secretsDb(ctx),
  );
  const items = rows.map(
    ({ id, provider, isOn, isLive, maxAmount, keepsMethods, chargesSaved, config, ...row }) => ({
      ...{ provider, isOn, isLive, maxAmount, keepsMethods, chargesSaved, ...config },
      hasWebhookSecret: row.webhookSecret !== null,
      webhookUrl: `${siteAddress(ctx)}/svc/payments/events/${id}`,
      webhookAt: row.webhookAt?.toISOString() ?? null,
      webhooksRefused: row.webhooksRefused,
      webhookRefusedAt: row.webhookRefusedAt?.toISOString() ?? null,
    }),
  );
  return { items, currency: company.currency, canManage: hasPermission(ctx, 'companies.manage') };
}

/**
 * The destination and account of a connection. A stored key must not be sent to any other
 * destination.
 */
const destinationOf = ({
  isLive,
  baseAddress,
  clientId,
}: {
  isLive: boolean;
  baseAddress: string;
  clientId: string;
}): string => JSON.stringify([isLive, baseAddress, clientId]);

/** Throws `paymentSecretNeeded`, `paymentAddressRefused`, `amountWrong`. */
export async function saveConnection(
  ctx: SignedInContext,
  companyId: string,
  provider: Provider,
  input: ConnectionInput,
): Promise<void> {
  const company = await findCompany(ctx, companyId);
  await checkMinorUnits(ctx, { amount: input.maxAmount, currency: company.currency }, 'maxAmount');
  checkAddress(input.baseAddress);
  const before = (await connectionsOf(ctx, companyId)).find(
    (connection) => connection.provider === provider,
  );
  const isDestinationChanged =
    before !== undefined && destinationOf({ ...before, ...before.config }) !== destinationOf(input);
  if (input.secret === undefined && (!before || isDestinationChanged))
    throw userError('paymentSecretNeeded', {}, 'secret');
  const { baseAddress, clientId, webhookId, isLive, isOn, maxAmount, keepsMethods, chargesSaved } =
    input;
  const id = before?.id ?? crypto.randomUUID();
  const { secrets } = ctx.services;
  const secret =
    input.secret === undefined ? before?.secret : secrets.seal(input.secret, secretLocation(id));
  // The signing secret of a different endpoint isn't valid here.
  const previousWebhookSecret = isDestinationChanged ? null : (before?.webhookSecret ?? null);
  const webhookSecret =
    input.webhookSecret === undefined
      ? previousWebhookSecret
      : secrets.seal(input.webhookSecret, webhookPlace(id));
  const now = ctx.clock.now();
  await sql`
    insert into payment_connection (id, company_id, provider, is_live, config, secret, webhook_secret, is_on, max_amount, keeps_methods, charges_saved,
      created_at, changed_at, changed_by)
    values (${id}, ${companyId}, ${provider}, ${isLive}, ${JSON.stringify({ baseAddress, clientId, webhookId })}::jsonb, ${secret}, ${webhookSecret}, ${isOn},
      ${maxAmount}, ${keepsMethods}, ${chargesSaved}, ${now}, ${now}, ${ctx.actor.userId})
    on conflict (company_id, provider) do update set is_live = excluded.is_live, config = excluded.config, secret = excluded.secret,
      webhook_secret = excluded.webhook_secret, is_on = excluded.is_on, max_amount = excluded.max_amount, keeps_methods = excluded.keeps_methods,
      charges_saved = excluded.charges_saved, changed_at = excluded.changed_at, changed_by = excluded.changed_by`.execute(
    secretsDb(ctx),
  );
  const auditedValues = {
    provider,
    isLive,
    isOn,
    maxAmount,
    keepsMethods,
    chargesSaved,
    baseAddress,
    clientId,
    webhookId,
  };
  ctx.note({
    targetType: 'company',
    targetId: companyId,
    before: before
      ? {
          provider,
          isLive: before.isLive,
          isOn: before.isOn,
          maxAmount: before.maxAmount,
          ...before.config,
        }
      : null,
    after: { ...auditedValues, secret: input.secret === undefined ? 'unchanged' : 'set anew' },
  });
  await announce(ctx.db, { topic: 'company', id: companyId });
}

/** Only root can connect companies, so URLs in private networks are allowed. */
function checkAddress(address: string): void {
  if (address === '') return;
  const addressError = (problem: LocalizedText) =>
    userError('paymentAddressRefused', { address, problem }, 'baseAddress');
  if (!URL.canParse(address)) throw addressError(localize('connect.checkAddress.enterUrlSuchAs'));
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw addressError(localize('connect.checkAddress.onlyHttpsHttpUrls'));
  if (url.username || url.password || url.search || url.hash)
    throw addressError(localize('connect.checkAddress.urlCanContainOnly'));
}

/** Throws `paymentConnectionUsed`. */
export async function removeConnection(
  ctx: SignedInContext,
  companyId: string,
  provider: Provider,
): Promise<void> {
  const { id } = await findConnection(ctx, companyId, provider);
  const { rows } = await sql`select from payment_order where connection_id = ${id} limit 1`.execute(
    ctx.db,
  );
  if (rows.length > 0)
    throw userError('paymentConnectionUsed', { provider: providerTitles[provider] });
  await sql`delete from payment_event where connection_id = ${id}`.execute(ctx.db);
  await sql`delete from payment_connection where id = ${id}`.execute(ctx.db);
  ctx.note({ targetType: 'company', targetId: companyId, before: { provider }, after: null });
  await announce(ctx.db, { topic: 'company', id: companyId });
}

/** Throws `paymentProviderAway`, `paymentProviderRefused`. */
export async function testConnection(
  ctx: SignedInContext,
  companyId: string,
  provider: Provider,
): Promise<void> {
  const connection = await findConnection(ctx, companyId, provider);
  ctx.note({ targetType: 'company', targetId: companyId, detail: { provider } });
  await driverOf(ctx, connection)
    .check()
    .catch((error: unknown) => {
      throw toUserError(error, connection);
    });
}
