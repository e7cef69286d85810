import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { type Customer, findCustomer } from '../../companies/server/index.ts';
import { ledgerEndpoints } from '../contract.ts';
import { listApprovals } from './approvals/approvalList.ts';
import {
  type ApprovalAction,
  approve,
  decline,
  postOrRequestApproval,
} from './approvals/approvals.ts';
import { customerCsv, customerHistory, ownCsv, ownHistory } from './history.ts';

const sendCsv = (reply: FastifyReply, lines: AsyncGenerator<string>) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', 'attachment; filename="transactions.csv"')
    .send(Readable.from(lines));

const postManually = (
  ctx: SignedInContext,
  customer: Customer,
  action: ApprovalAction,
  entry: { key: string; reason: string },
) =>
  postOrRequestApproval(ctx, customer, {
    action,
    key: entry.key,
    reason: entry.reason,
    booking: entry,
  });

export const ledgerRoutes = routes(ledgerEndpoints, {
  listOwnTransactions: (ctx, { query }) => ownHistory(ctx, query),
  ownTransactionsCsv: (ctx, { query, reply }) => sendCsv(reply, ownCsv(ctx, query)),
  listTransactions: async (ctx, { params, query }) =>
    await customerHistory(ctx, await findCustomer(ctx, params), query),
  transactionsCsv: async (ctx, { params, query, reply }) =>
    sendCsv(reply, customerCsv(ctx, await findCustomer(ctx, params), query)),
  recordPayment: async (ctx, { params, body }) =>
    await postManually(ctx, await findCustomer(ctx, params), 'payment', body),
  giveCredit: async (ctx, { params, body }) =>
    await postManually(ctx, await findCustomer(ctx, params), 'credit', body),
  refundTransaction: async (ctx, { params, body }) =>
    await postManually(ctx, await findCustomer(ctx, params), 'refund', body),
  listApprovals: (ctx, { query }) => listApprovals(ctx, query),
  approveBooking: (ctx, { params }) => approve(ctx, params.approvalId),
  declineBooking: async (ctx, { params, body }) => {
    await decline(ctx, params.approvalId, body.reason);
    return { done: true } as const;
  },
  writeOffDebt: async (ctx, { params, body }) =>
    await postManually(ctx, await findCustomer(ctx, params), 'writeOff', body),
});
