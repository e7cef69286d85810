import { sql } from 'kysely';
import type { Environment } from '../../../../../drivers/taxAuthority/port.ts';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { SecretLocation } from '../../../../../server/platform/secrets/secrets.ts';

/** The connection between a company and the tax authority. */
export interface Connection {
  companyId: string;
  environment: Environment;
  /** A custom base URL. '' for the authority's own. */
  baseAddress: string;
  clientId: string;
  clientSecret: Buffer;
  userName: string;
  softwareNumber: string;
  refreshToken: Buffer;
  signedInUntil: Date;
  problem: string;
}

/** The country whose tax authority assigns invoice numbers. */
export const authorityCountry = 'IL';
/** The days before the sign-in expires on which reminders are sent. */
export const noticeDays = [14, 3, 0] as const;

const columns = sql`
  company_id as "companyId", environment, base_address as "baseAddress", client_id as "clientId", client_secret as "clientSecret",
  user_name as "userName", software_number as "softwareNumber", refresh_token as "refreshToken", signed_in_until as "signedInUntil", problem`;

export const secretsDb = (ctx: Pick<Context, 'db'>) =>
  portalDb(ctx, 'sealed secrets are read with their connection to call the authority');

/** Returns null if the company isn't connected. */
export async function readConnection(
  ctx: Pick<Context, 'db'>,
  companyId: string,
): Promise<Connection | null> {
  const { rows } =
    await sql<Connection>`select ${columns} from tax_authority_connection where company_id = ${companyId}`.execute(
      secretsDb(ctx),
    );
  return rows[0] ?? null;
}

export const secretLocation = (companyId: string): SecretLocation => ({
  column: 'tax_authority_connection.client_secret',
  row: companyId,
});
export const refreshTokenLocation = (companyId: string): SecretLocation => ({
  column: 'tax_authority_connection.refresh_token',
  row: companyId,
});
export const accessTokenPlace = (companyId: string): SecretLocation => ({
  column: 'tax_authority_connection.access_token',
  row: companyId,
});

/** Whether the sign-in expires soon or the authority rejects the connection. */
export const needsAttention = (
  { signedInUntil, problem }: Pick<Connection, 'signedInUntil' | 'problem'>,
  now: Date,
): boolean =>
  problem !== '' || signedInUntil.getTime() - now.getTime() < noticeDays[0] * 86_400_000;
