import { sql } from 'kysely';
import {
  AccountingFailure,
  type AccountingFailureKind,
  type Receipt as BookReceipt,
} from '../../../../drivers/accounting/port.ts';
import {
  describeProblem,
  type Problem,
  problem,
  storedProblem,
  vendorProblem,
} from '../../../../drivers/problem.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';
import {
  defineOutbound,
  type OutboundStatus,
  type Receipt,
} from '../../../../server/platform/outbound/outbound.ts';
import {
  type FailureKind,
  OutboundFailure,
} from '../../../../server/platform/outbound/outboundFailure.ts';
import { stopPoint } from '../../../../server/platform/tasks/stopPoints.ts';
import { localize } from '../texts/localize.ts';
import { recordConnectionState } from './connection/connectionState.ts';
import { type Connection, readConnection } from './connection/connections.ts';
import { driverOf } from './connection/drivers.ts';
import { accountingDocuments } from './documents.ts';
import { entryOf } from './messages.ts';
import {
  type DocumentPayload,
  documentDelivery,
  type Outcome,
  recordOutcome,
  storePayload,
} from './outbox.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The service's response to a document, and the connection used. */
type DocumentReceipt = Receipt & BookReceipt & { connection: Connection };

/** Only `refused` concerns a single document. All other failures concern the service. */
const kinds: Record<AccountingFailureKind, FailureKind> = {
  away: 'unavailable',
  credentials: 'unavailable',
  address: 'unavailable',
  refused: 'permanent',
};

class DocumentFailure extends OutboundFailure {
  readonly connection: Connection;
  readonly problem: Problem;
  /** Null if the portal itself couldn't prepare the document. */
  readonly failure: AccountingFailure | null;

  constructor(connection: Connection, error: unknown) {
    const failure = error instanceof AccountingFailure ? error : null;
    const found = failure?.problem ?? problem('notReady');
    super(failure ? kinds[failure.kind] : 'temporary', describeProblem(found), { cause: error });
    this.problem = found;
    this.connection = connection;
    this.failure = failure;
  }
}

/**
 * Exports issued documents, one at a time per company. While the service is failing, only the
 * document that has waited longest is retried.
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
 * Stores the payload, sends it, and only then records the result. If the process dies in between,
 * the next one sends the same payload with the same key, so the service stores the document once.
 */
async function exportDocument(
  ctx: Context,
  { documentId }: DocumentPayload,
  connection: Connection,
): Promise<BookReceipt> {
  const driver = await driverOf(ctx, connection);
  const payload = await storePayload(ctx, documentId, () =>
    singleContribution(ctx, accountingDocuments).payloadOf(ctx, documentId),
  );
  stopPoint('accounting.handOver', 'send', 'before');
  const receipt = await driver.handOver({ key: documentId, payload });
  stopPoint('accounting.handOver', 'send', 'after');
  return receipt;
}

/**
 * Copies the delivery state to the document, writes the document's log, and updates the
 * connection's state.
 */
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
    await singleContribution(ctx, accountingDocuments).changed(ctx, documentId, entryOf(outcome));
  // Errors in the portal itself don't affect the connection.
  const connection = receipt?.connection ?? (last?.failure ? last.connection : null);
  if (connection) await recordConnectionState(ctx, connection, last?.failure ?? null, true);
}

function outcomeOf(
  { state, attempts, nextTryAt }: OutboundStatus,
  last: DocumentFailure | null,
  receipt: DocumentReceipt | null,
): Outcome {
  const isRejected = state === 'failed' && last?.failure?.kind === 'refused';
  return {
    state: isRejected ? 'refused' : state === 'kept' ? 'waiting' : state,
    attempts,
    dueAt: nextTryAt,
    isTold: state === 'failed' && last === null,
    resultCode: receipt?.resultCode ?? last?.failure?.resultCode ?? '',
    resultText: storedProblem(receipt ? vendorProblem(receipt.text) : (last?.problem ?? null)),
    reference: receipt?.reference ?? '',
    link: receipt?.documentLink ?? '',
  };
}
