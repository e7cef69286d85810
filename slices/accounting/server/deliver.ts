import { sql } from 'kysely';
import {
  AccountingFailure,
  type AccountingFailureKind,
  type Receipt as BookReceipt,
} from '../../../drivers/accounting/port.ts';
import { describeDriverError, say } from '../../../drivers/words.ts';
import type { Context } from '../../../server/platform/context.ts';
import { hookedOnce } from '../../../server/platform/hooks.ts';
import {
  defineOutbound,
  type OutboundStatus,
  type Receipt,
} from '../../../server/platform/outbound/outbound.ts';
import {
  type FailureKind,
  OutboundFailure,
} from '../../../server/platform/outbound/outboundFailure.ts';
import { stopPoint } from '../../../server/platform/tasks/stopPoints.ts';
import { localize } from '../texts/localize.ts';
import { type Connection, readConnection } from './connections.ts';
import { accountingDocuments } from './documents.ts';
import { driverOf } from './drivers.ts';
import {
  type DocumentPayload,
  documentDelivery,
  keepPayload,
  type Outcome,
  recordOutcome,
} from './outbox.ts';
import { noteStanding } from './standing.ts';
import { entryOf } from './words.ts';

const minute = 60_000;
const hour = 60 * minute;

/** What the service said of a document, and the connection that it was asked with. */
type DocumentReceipt = Receipt & BookReceipt & { connection: Connection };

/** Everything except a rejected document is about the service, not about the document. */
const kinds: Record<AccountingFailureKind, FailureKind> = {
  away: 'unavailable',
  credentials: 'unavailable',
  address: 'unavailable',
  refused: 'permanent',
};

class DocumentFailure extends OutboundFailure {
  readonly connection: Connection;
  /** Null: the portal itself couldn't prepare the document. */
  readonly failure: AccountingFailure | null;

  constructor(connection: Connection, error: unknown) {
    const failure = error instanceof AccountingFailure ? error : null;
    const text = failure?.message ?? say('notReady');
    super(failure ? kinds[failure.kind] : 'temporary', describeDriverError(text), { cause: error });
    this.connection = connection;
    this.failure = failure;
  }
}

/**
 * Exports issued documents, those of a company one after the other. A service that doesn't work is
 * asked once at a time, by the document that waits longest.
 */
export const documents = defineOutbound({
  type: documentDelivery,
  title: localize('documents'),
  retry: {
    pausesMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
    limitMs: 24 * hour,
  },
  breaker: { failures: 1, restMs: 10_000, maxRestMs: 10 * minute },
  leaseMs: 2 * minute,
  parallel: 1,
  async destination(ctx, { companyId }) {
    const connection = await readConnection(ctx, companyId);
    if (!connection?.isOn) return null;
    const { address } = connection;
    const title = URL.canParse(address) ? new URL(address).host : '';
    return { key: companyId, title, route: connection };
  },
  async send(ctx, payload, { route: connection }): Promise<DocumentReceipt> {
    try {
      return { ...(await exportDocument(ctx, payload, connection)), connection };
    } catch (error) {
      throw new DocumentFailure(connection, error);
    }
  },
  onChange: recordChange,
  async display(ctx, { documentId, companyId }) {
    const { rows } = await sql<{ company: string; number: string }>`
      select c.legal_name as company, d.written as number from invoice_document d, company c
      where d.id = ${documentId} and c.id = ${companyId}`.execute(ctx.db);
    return rows.flatMap(({ company, number }) => [
      { title: localize('deliver.display.company'), value: company },
      { title: localize('deliver.display.document'), value: number },
    ]);
  },
});

/**
 * Kept, sent, and only then recorded: if the process ends in between, the next one sends the same
 * payload with the same key, and the service keeps it once.
 */
async function exportDocument(
  ctx: Context,
  { documentId }: DocumentPayload,
  connection: Connection,
): Promise<BookReceipt> {
  const driver = await driverOf(ctx, connection);
  const payload = await keepPayload(ctx, documentId, () =>
    hookedOnce(ctx, accountingDocuments).payloadOf(ctx, documentId),
  );
  stopPoint('accounting.handOver', 'send', 'before');
  const receipt = await driver.handOver({ key: documentId, payload });
  stopPoint('accounting.handOver', 'send', 'after');
  return receipt;
}

/** Copies the state to the document, writes its log, and records the standing of the connection. */
async function recordChange(
  ctx: Context,
  { documentId }: DocumentPayload,
  status: OutboundStatus,
  receipt: DocumentReceipt | null,
): Promise<void> {
  const last = status.failure instanceof DocumentFailure ? status.failure : null;
  const outcome = outcomeOf(status, last, receipt);
  const isRecorded = await recordOutcome(ctx, documentId, outcome);
  if (isRecorded && (receipt || last))
    await hookedOnce(ctx, accountingDocuments).changed(ctx, documentId, entryOf(outcome));
  // What is the portal's own fault says nothing of the connection.
  const connection = receipt?.connection ?? (last?.failure ? last.connection : null);
  if (connection) await noteStanding(ctx, connection, last?.failure ?? null, true);
}

function outcomeOf(
  { state, attempts, nextTryAt }: OutboundStatus,
  last: DocumentFailure | null,
  receipt: DocumentReceipt | null,
): Outcome {
  const isRefused = state === 'failed' && last?.failure?.kind === 'refused';
  return {
    state: isRefused ? 'refused' : state === 'kept' ? 'waiting' : state,
    attempts,
    dueAt: nextTryAt,
    isTold: state === 'failed' && last === null,
    resultCode: receipt?.resultCode ?? last?.failure?.resultCode ?? '',
    resultText: receipt?.text ?? (last ? (last.failure?.message ?? say('notReady')) : ''),
    reference: receipt?.reference ?? '',
    link: receipt?.documentLink ?? '',
  };
}
