import { sql } from 'kysely';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { SecretLocation, Secrets } from '../../../../../server/platform/secrets/secrets.ts';
import type { providers } from '../../contract.ts';

export type Provider = (typeof providers)[number];

export const providerTitles: Record<Provider, string> = { stripe: 'Stripe', paypal: 'PayPal' };

interface Config {
  /** Empty for the provider's default. */
  baseAddress: string;
  clientId: string;
  webhookId: string;
}

/** A company's connection to a provider. */
export interface Connection {
  id: string;
  companyId: string;
  provider: Provider;
  isLive: boolean;
  isOn: boolean;
  config: Config;
  secret: Buffer;
  webhookSecret: Buffer | null;
  maxAmount: string;
  keepsMethods: boolean;
  chargesSaved: boolean;
  changedAt: Date;
}

export const connectionColumns = sql`
  c.id, c.company_id as "companyId", c.provider, c.is_live as "isLive", c.is_on as "isOn", c.config, c.secret, c.webhook_secret as "webhookSecret",
  trim_scale(c.max_amount) as "maxAmount", c.keeps_methods as "keepsMethods", c.charges_saved as "chargesSaved", c.changed_at as "changedAt"`;

export const secretLocation = (id: string): SecretLocation => ({
  column: 'payment_connection.secret',
  row: id,
});
export const webhookPlace = (id: string): SecretLocation => ({
  column: 'payment_connection.webhook_secret',
  row: id,
});

export const openSecrets = (
  secrets: Secrets,
  { id, secret, webhookSecret }: Connection,
): { secret: string; webhookSecret: string } => ({
  secret: secrets.open(secret, secretLocation(id)),
  webhookSecret: webhookSecret ? secrets.open(webhookSecret, webhookPlace(id)) : '',
});

export const secretsDb = (ctx: Pick<Context, 'db'>) =>
  portalDb(ctx, 'sealed secrets are read with their connection to call the provider');

/** The connection with this ID. Null if there is none. */
export async function readConnection(
  ctx: Pick<Context, 'db'>,
  id: string,
): Promise<Connection | null> {
  const { rows } =
    await sql<Connection>`select ${connectionColumns} from payment_connection c where c.id = ${id}`.execute(
      secretsDb(ctx),
    );
  return rows[0] ?? null;
}

/** The connections of a company, enabled or not. */
export async function connectionsOf(
  ctx: Pick<Context, 'db'>,
  companyId: string,
): Promise<Connection[]> {
  const { rows } = await sql<Connection>`
    select ${connectionColumns} from payment_connection c where c.company_id = ${companyId} order by c.provider desc`.execute(
    secretsDb(ctx),
  );
  return rows;
}
