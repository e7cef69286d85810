import { sql } from 'kysely';
import { type AccountingDriver, AccountingFailure } from '../../../drivers/accounting/port.ts';
import { say } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { hookedOnce } from '../../../server/platform/hooks.ts';
import { within } from '../../../server/platform/http/callContext.ts';
import { nextTryAt, type RetryPolicy } from '../../../server/platform/outbound/retryPolicy.ts';
import { stopPoint } from '../../../server/platform/tasks/stopPoints.ts';
import { type Connection, readConnection } from './connections.ts';
import { accountingDocuments } from './documents.ts';
import { driverOf } from './drivers.ts';
import { type Claimed, claimNext, keepPayload, type Outcome, settle } from './outbox.ts';
import { noteStanding, notifyRefused } from './standing.ts';
import { notifyStuck } from './tell.ts';
import { entryOf } from './words.ts';

const minute = 60_000;
/** Retried for a day. */
const policy: RetryPolicy = {
  pausesMs: [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 6 * 60 * minute],
  limitMs: 24 * 60 * minute,
};
/** So many of a company in one round. */
const atOnce = 200;

/** Exports all due documents: companies concurrently, the documents of each one in sequence. */
export async function handOverDue(ctx: Context): Promise<void> {
  const { rows } = await sql<{ companyId: string }>`
    select distinct h.company_id as "companyId" from accounting_hand_over h join accounting_connection c using (company_id)
    where c.is_on and h.state = 'waiting' and h.due_at <= ${ctx.clock.now()}`.execute(ctx.db);
  const lanes = rows.map(({ companyId }) =>
    handOverOf(ctx, companyId).catch((error: unknown) =>
      ctx.log.error({ err: error, companyId }, 'documents will be exported later'),
    ),
  );
  await Promise.all(lanes);
  await notifyRefused(ctx);
  await notifyStuck(ctx);
}

/** A service that does not answer is asked once in a round, by the document that waits longest. */
async function handOverOf(ctx: Context, companyId: string): Promise<void> {
  for (let count = 0; count < atOnce; count++) {
    const claimed = await claimNext(ctx, companyId);
    if (!claimed) return;
    const connection = await readConnection(ctx, companyId);
    let failure: unknown = null;
    const outcome = await attempt(ctx, claimed, connection).catch((error: unknown) => {
      failure = error;
      return outcomeOf(ctx, claimed, error);
    });
    await ctx.db.transaction().execute(async (transaction) => {
      const inner = within(ctx, transaction);
      if (await settle(inner, claimed, outcome))
        await hookedOnce(ctx, accountingDocuments).changed(
          inner,
          claimed.documentId,
          entryOf(outcome),
        );
      // What is the portal's own fault says nothing of the connection.
      if (connection && (failure === null || failure instanceof AccountingFailure))
        await noteStanding(inner, connection, failure, true);
    });
    if (outcome.state !== 'sent' && outcome.state !== 'refused') return;
  }
}

/**
 * Kept, sent, and only then written down: who dies in between leaves it to the next one, who sends
 * the same with the same key, and the service keeps it once.
 */
async function attempt(
  ctx: Context,
  claimed: Claimed,
  connection: Connection | null,
): Promise<Outcome> {
  const driver = await openDriver(ctx, connection);
  const payload =
    claimed.payload ??
    (await hookedOnce(ctx, accountingDocuments).payloadOf(ctx, claimed.documentId));
  await keepPayload(ctx, claimed, payload);
  stopPoint('accounting.handOver', 'send', 'before');
  const { reference, resultCode, text, documentLink } = await driver.handOver({
    key: claimed.documentId,
    payload,
  });
  stopPoint('accounting.handOver', 'send', 'after');
  return {
    state: 'sent',
    dueAt: null,
    resultCode,
    resultText: text,
    reference,
    link: documentLink,
  };
}

function outcomeOf(ctx: Context, claimed: Claimed, error: unknown): Outcome {
  const { documentId } = claimed;
  if (!(error instanceof AccountingFailure)) {
    ctx.log.error({ err: error, documentId }, 'a document could not be prepared for export');
    return later(ctx, claimed, '', say('notReady'));
  }
  const { kind, resultCode, message } = error;
  ctx.log.warn({ documentId, kind, problem: message }, 'a document was not exported');
  if (kind !== 'refused') return later(ctx, claimed, resultCode, message);
  return {
    state: 'refused',
    dueAt: null,
    resultCode,
    resultText: message,
    reference: '',
    link: '',
  };
}

async function openDriver(ctx: Context, connection: Connection | null): Promise<AccountingDriver> {
  if (!connection) throw new AccountingFailure('away', say('disconnected'));
  return await driverOf(ctx, connection);
}

/** Later, or not at all any more. */
function later(
  ctx: Context,
  { attempts, since }: Claimed,
  resultCode: string,
  resultText: string,
): Outcome {
  const dueAt = nextTryAt(
    policy,
    { attempts, queuedAt: since, retryAfterMs: null },
    ctx.clock.now(),
  );
  return {
    state: dueAt ? 'waiting' : 'failed',
    dueAt,
    resultCode,
    resultText,
    reference: '',
    link: '',
  };
}
