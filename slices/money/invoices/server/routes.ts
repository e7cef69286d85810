import type { SignedInContext } from '../../../../server/platform/context.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { findCustomer } from '../../companies/server/index.ts';
import { invoiceEndpoints } from '../contract.ts';
import { previewCharge, recordCharge } from './charges/charges.ts';
import { creditInvoice } from './creditNotes/credit.ts';
import { download } from './documents/download.ts';
import { unprintableIn } from './documents/unprintable.ts';
import { explainInvoiceLine } from './explain.ts';
import { exportDocument, exportMonth, getExportOverview } from './export/exportDocuments.ts';
import { readPayloads } from './export/payload.ts';
import {
  type Found,
  findInvoice,
  findInvoiceById,
  findOneOff,
  findOwnInvoice,
  readInvoice,
  readLog,
  readStatus,
  releaseInvoice,
} from './invoice.ts';
import { listCustomerDocuments, listDocuments, listInvoices, listOwnDocuments } from './lists.ts';
import { resendDocument } from './mail/mailing.ts';
import { getRunOverview, listInvoicing, runInvoicing, stopInvoicing } from './run/run.ts';
import { listFaults } from './run/validation.ts';

/** An invoice of a customer, if the company is in the caller's scope. Throws `notFound`. */
async function findInvoiceOfCustomer(
  ctx: SignedInContext,
  params: { companyId: string; externalId: string; invoiceId: string },
): Promise<Found> {
  const { id, company } = await findCustomer(ctx, params);
  return await findInvoiceById(ctx, {
    invoiceId: params.invoiceId,
    userId: id,
    companyId: company.id,
  });
}

export const invoiceRoutes = routes(invoiceEndpoints, {
  checkPrintable: async (_ctx, { body }) => ({ characters: await unprintableIn(body.text) }),
  listInvoicing: (ctx) => listInvoicing(ctx),
  getInvoicing: (ctx, { params }) => getRunOverview(ctx, params),
  listInvoicingFaults: (ctx, { params, query }) => listFaults(ctx, params, query),
  runInvoicing: (ctx, { params, body }) => runInvoicing(ctx, params, body.issues),
  stopInvoicing: (ctx, { params }) => stopInvoicing(ctx, params),
  listInvoices: (ctx, { params, query }) => listInvoices(ctx, params, query),
  listDocuments: (ctx, { params, query }) => listDocuments(ctx, params, query),
  getInvoiceStatus: async (ctx, { params }) =>
    await readStatus(ctx, await findInvoice(ctx, params)),
  getInvoice: async (ctx, { params }) => await readInvoice(ctx, await findInvoice(ctx, params)),
  explainInvoiceLine: async (ctx, { params }) =>
    await explainInvoiceLine(ctx, await findInvoice(ctx, params), params.lineId),
  getInvoiceLog: async (ctx, { params }) => await readLog(ctx, await findInvoice(ctx, params)),
  getFinansitPayload: async (ctx, { params }) =>
    await readPayloads(ctx, await findInvoice(ctx, params)),
  releaseInvoice: async (ctx, { params }) => releaseInvoice(ctx, await findInvoice(ctx, params)),
  creditInvoice: async (ctx, { params, body }) =>
    await creditInvoice(ctx, await findInvoice(ctx, params), body),
  getHandOver: (ctx, { params }) => getExportOverview(ctx, params),
  handOverMonth: (ctx, { params, body }) => exportMonth(ctx, params, body.which),
  handOverDocument: (ctx, { params }) => exportDocument(ctx, params, params.documentId),
  listOwnDocuments: (ctx, { query }) => listOwnDocuments(ctx, query),
  listCustomerDocuments: async (ctx, { params, query }) =>
    await listCustomerDocuments(ctx, await findCustomer(ctx, params), query),
  getOwnInvoice: async (ctx, { params }) =>
    await readInvoice(ctx, await findOwnInvoice(ctx, params.invoiceId)),
  explainOwnInvoiceLine: async (ctx, { params }) =>
    await explainInvoiceLine(ctx, await findOwnInvoice(ctx, params.invoiceId), params.lineId),
  mailOwnDocument: (ctx, { params }) =>
    resendDocument(ctx, { userId: ctx.actor.userId }, params.documentId),
  mailCustomerDocument: async (ctx, { params }) => {
    const { id, company } = await findCustomer(ctx, params);
    return await resendDocument(ctx, { userId: id, companyId: company.id }, params.documentId);
  },
  creditOneOff: async (ctx, { params, body }) => {
    const customer = await findCustomer(ctx, params);
    return await creditInvoice(ctx, await findOneOff(ctx, customer, params.documentId), body);
  },
  previewCharge: async (ctx, { params, body }) =>
    await previewCharge(ctx, await findCustomer(ctx, params), body),
  recordCharge: async (ctx, { params, body }) =>
    await recordCharge(ctx, await findCustomer(ctx, params), body),
  getCustomerInvoice: async (ctx, { params }) =>
    await readInvoice(ctx, await findInvoiceOfCustomer(ctx, params)),
  explainCustomerInvoiceLine: async (ctx, { params }) =>
    await explainInvoiceLine(ctx, await findInvoiceOfCustomer(ctx, params), params.lineId),
  downloadDocument: (ctx, { query, reply }) => download(ctx, reply, query),
});
