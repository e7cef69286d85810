import { sql } from 'kysely';
import { portalDb } from '../../../../../server/platform/access/portalDb.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import type { SecretLocation, Secrets } from '../../../../../server/platform/secrets/secrets.ts';

/** The connection between a company and its accounting service. */
export interface Connection {
  companyId: string;
  address: string;
  isOn: boolean;
  secret: Buffer;
  signingSecret: Buffer;
  changedAt: Date;
  /**
   * The reason for the service's last rejection of the connection. '' once the connection is
   * accepted.
   */
  problem: string;
  problemAt: Date | null;
  /** The service rejects documents because of the connection. */
  isRefused: boolean;
}

export const secretLocation = (companyId: string): SecretLocation => ({
  column: 'accounting_connection.secret',
  row: companyId,
});
export const signingSecretLocation = (companyId: string): SecretLocation => ({
  column: 'accounting_connection.signing_secret',
  row: companyId,
});

export const openSecrets = (
  secrets: Secrets,
  { companyId, secret, signingSecret }: Connection,
): { secret: string; signingSecret: string } => ({
  secret: secrets.open(secret, secretLocation(companyId)),
  signingSecret: secrets.open(signingSecret, signingSecretLocation(companyId)),
});

export const secretsDb = (ctx: Pick<Context, 'db'>) =>
  portalDb(ctx, 'sealed secrets are read with their connection to call the service');

/** Returns null if the company isn't connected. */
export async function readConnection(
  ctx: Pick<Context, 'db'>,
  companyId: string,
): Promise<Connection | null> {
  const { rows } = await sql<Connection>`
    select company_id as "companyId", address, is_on as "isOn", secret, signing_secret as "signingSecret", changed_at as "changedAt",
      problem, problem_at as "problemAt", refused_at is not null as "isRefused" from accounting_connection where company_id = ${companyId}`.execute(
    secretsDb(ctx),
  );
  return rows[0] ?? null;
}
