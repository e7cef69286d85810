import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import { describeStored } from '../../../../../drivers/problem.ts';
import { hasPermission } from '../../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../../server/platform/context.ts';
import { announce } from '../../../../../server/platform/events/hub.ts';
import { readSetting } from '../../../../../server/platform/settings/settings.ts';
import { findCompany } from '../../../companies/server/index.ts';
import type { accountingEndpoints } from '../../contract.ts';
import { cancelPendingExports, resumePendingExports } from '../outbox.ts';
import { addressProblem, trustedOrigins } from './addresses.ts';
import { verifyConnection } from './connectionState.ts';
import {
  type Connection,
  readConnection,
  secretLocation,
  secretsDb,
  signingSecretLocation,
} from './connections.ts';
import { toUserError } from './drivers.ts';

type Answer = z.output<(typeof accountingEndpoints)['getAccountingConnection']['answer']>;
type ConnectionInput = z.output<(typeof accountingEndpoints)['saveAccountingConnection']['body']>;

async function findConnection(ctx: SignedInContext, companyId: string): Promise<Connection> {
  await findCompany(ctx, companyId);
  const connection = await readConnection(ctx, companyId);
  if (!connection) throw userError('notFound', { what: 'connection', id: companyId });
  return connection;
}

export async function getConnection(ctx: SignedInContext, companyId: string): Promise<Answer> {
  await findCompany(ctx, companyId);
  const connection = await readConnection(ctx, companyId);
  const canManage = hasPermission(ctx, 'companies.manage');
  if (!connection) return { connection: null, canManage };
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from accounting_hand_over where company_id = ${companyId} and state = 'waiting'`.execute(
    ctx.db,
  );
  const { address, isOn, changedAt, problem, problemAt, isRefused } = connection;
  const lastProblem = {
    problem: describeStored(problem)[ctx.language],
    problemAt: problemAt?.toISOString() ?? null,
    isRefused,
  };
  return {
    connection: {
      address,
      isOn,
      changedAt: changedAt.toISOString(),
      waiting: rows[0]?.waiting ?? 0,
      ...lastProblem,
    },
    canManage,
  };
}

/** Throws `accountingSecretNeeded`, `accountingAddressRefused`. */
export async function saveConnection(
  ctx: SignedInContext,
  companyId: string,
  input: ConnectionInput,
): Promise<void> {
  await findCompany(ctx, companyId);
  const { address, isOn } = input;
  const problem = addressProblem(address, await readSetting(ctx, trustedOrigins));
  if (problem) throw userError('accountingAddressRefused', { address, problem }, 'address');
  const before = await readConnection(ctx, companyId);
  // Stored secrets are only ever sent to the address they were entered for.
  const previous = before?.address === address ? before : null;
  const { secrets } = ctx.services;
  const secret =
    input.secret === undefined
      ? previous?.secret
      : secrets.seal(input.secret, secretLocation(companyId));
  if (!secret) throw userError('accountingSecretNeeded', {}, 'secret');
  const signingSecretChange =
    input.signingSecret === undefined
      ? previous?.signingSecret
      : secrets.seal(input.signingSecret, signingSecretLocation(companyId));
  if (!signingSecretChange) throw userError('accountingSecretNeeded', {}, 'signingSecret');
  const now = ctx.clock.now();
  await sql`
    insert into accounting_connection (company_id, address, secret, signing_secret, is_on, created_at, changed_at, changed_by)
    values (${companyId}, ${address}, ${secret}, ${signingSecretChange}, ${isOn}, ${now}, ${now}, ${ctx.actor.userId})
    on conflict (company_id) do update set address = excluded.address, secret = excluded.secret, signing_secret = excluded.signing_secret,
      is_on = excluded.is_on, changed_at = excluded.changed_at, changed_by = excluded.changed_by,
      problem = '', problem_at = null, refused_at = null`.execute(secretsDb(ctx));
  await resumePendingExports(ctx, companyId);
  const secretChange = (submittedSecret: string | undefined) =>
    submittedSecret === undefined ? 'unchanged' : 'set anew';
  ctx.note({
    targetType: 'company',
    targetId: companyId,
    before: before ? { address: before.address, isOn: before.isOn } : null,
    after: {
      address,
      isOn,
      secret: secretChange(input.secret),
      signingSecret: secretChange(input.signingSecret),
    },
  });
  await publishChange(ctx, companyId);
  ctx.afterCommit(() => verifySavedConnection(ctx, companyId));
}

/** Checks a saved connection right away and stores whether the service accepts it. */
async function verifySavedConnection(
  savingContext: SignedInContext,
  companyId: string,
): Promise<void> {
  const ctx = { ...savingContext, db: savingContext.services.database.db };
  try {
    const connection = await readConnection(ctx, companyId);
    if (connection && (await verifyConnection(ctx, connection)))
      await publishChange(ctx, companyId);
  } catch (error) {
    ctx.log.warn({ err: error, companyId }, 'A saved accounting connection couldn’t be tested');
  }
}

export async function removeConnection(ctx: SignedInContext, companyId: string): Promise<void> {
  const { address } = await findConnection(ctx, companyId);
  await cancelPendingExports(ctx, companyId);
  await sql`delete from accounting_connection where company_id = ${companyId}`.execute(ctx.db);
  ctx.note({ targetType: 'company', targetId: companyId, before: { address }, after: null });
  await publishChange(ctx, companyId);
}

const publishChange = (ctx: Pick<Context, 'db'>, companyId: string) =>
  announce(ctx.db, { topic: 'company', id: companyId });

/** Throws `accountingAway`, `accountingRefused`. */
export async function testConnection(ctx: SignedInContext, companyId: string): Promise<void> {
  const connection = await findConnection(ctx, companyId);
  ctx.note({ targetType: 'company', targetId: companyId, detail: { address: connection.address } });
  const failure = await verifyConnection(ctx, connection);
  await publishChange(ctx, companyId);
  if (failure) throw toUserError(failure);
}
