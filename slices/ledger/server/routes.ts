import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { routes } from '../../../server/platform/http/routes.ts';
import { findCustomer } from '../../companies/server/index.ts';
import { ledgerEndpoints } from '../contract.ts';
import { bookCharge, bookCredit, bookDeposit, bookRefund, bookWriteOff } from './book.ts';
import { customerCsv, customerHistory, ownCsv, ownHistory } from './history.ts';

const sendCsv = (reply: FastifyReply, lines: AsyncGenerator<string>) =>
  reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="transactions.csv"').send(Readable.from(lines));

export const ledgerRoutes = routes(ledgerEndpoints, {
  listOwnTransactions: (ctx, { query }) => ownHistory(ctx, query),
  ownTransactionsCsv: (ctx, { query, reply }) => sendCsv(reply, ownCsv(ctx, query)),
  listTransactions: async (ctx, { params, query }) => await customerHistory(ctx, await findCustomer(ctx, params), query),
  transactionsCsv: async (ctx, { params, query, reply }) => sendCsv(reply, customerCsv(ctx, await findCustomer(ctx, params), query)),
  recordPayment: async (ctx, { params, body }) => await bookDeposit(ctx, await findCustomer(ctx, params), body),
  giveCredit: async (ctx, { params, body }) => await bookCredit(ctx, await findCustomer(ctx, params), body),
  recordCharge: async (ctx, { params, body: { mayOwe, ...booking } }) =>
    await bookCharge(ctx, await findCustomer(ctx, params), booking, mayOwe),
  refundTransaction: async (ctx, { params, body }) => await bookRefund(ctx, await findCustomer(ctx, params), body),
  writeOffDebt: async (ctx, { params, body }) => await bookWriteOff(ctx, await findCustomer(ctx, params), body),
});
