import * as z from 'zod';
import { commandHandle, decimal, done, endpoint, id, moment } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/page.ts';
import { handOver, handOverStates } from '../../accounting/contract.ts';
import { customer, documentKinds, documentRow, fault, invoiceRow, invoiceStates, ofPeriod, runStates } from './parts.ts';

const run = z.strictObject({
  state: z.enum(runStates),
  /** Whether it issues, or only writes drafts to be looked at. */
  issues: z.boolean(),
  cmdId: z.int().nullable(),
  progress: z.int(),
  /** It was told to stop, and does after the customer it is at. */
  isStopping: z.boolean(),
  startedAt: moment.nullable(),
  startedBy: z.string(),
});

const counts = z.strictObject({ draft: z.int(), blocked: z.int(), empty: z.int(), issued: z.int() });

const overview = z.strictObject({
  company: z.strictObject({ id, name: z.string(), currency: z.string() }),
  period: z.string(),
  /** From when it can be invoiced: the month is over at every site, and what it left has been written down. */
  opensAt: moment,
  isOpen: z.boolean(),
  run,
  counts,
  totals: z.array(z.strictObject({ amount: decimal, currency: z.string(), state: z.enum(invoiceStates) })),
  documents: z.int(),
  /** What concerns all customers. */
  faults: z.array(fault),
});

/** A company’s month and its run. */
export const runEndpoints = {
  listInvoicing: endpoint({
    method: 'GET',
    path: '/invoicing',
    summary: 'The last twelve months of each company one looks after, with how far each is invoiced.',
    access: 'ledger.view',
    changes: false,
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          companyId: id,
          company: z.string(),
          period: z.string(),
          isOpen: z.boolean(),
          state: z.enum(runStates),
          counts,
          documents: z.int(),
        }),
      ),
    }),
  }),
  getInvoicing: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}',
    summary: 'A company’s month: whether it can be invoiced, how far the run is, and what concerns all customers.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    answer: overview,
  }),
  listInvoicingFaults: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/validation',
    summary: 'The customers of a month with what stands in the way of each one’s invoice and where that is mended.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    query: listQuery(['email'], { show: z.enum(['all', 'blocked', 'clear']).optional() }),
    answer: listPage(z.strictObject({ id, customer, isIssued: z.boolean(), faults: z.array(fault) })).extend({
      customers: z.int(),
      blocked: z.int(),
    }),
  }),
  runInvoicing: endpoint({
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/run',
    summary: 'Writes the lines of every customer’s month and issues what nothing stands in the way of. What is issued stays as it is.',
    access: 'ledger.manage',
    changes: true,
    dangerous: true,
    params: ofPeriod,
    body: z.strictObject({
      /** False: only drafts are written, to be looked at. */
      issues: z.boolean(),
    }),
    answer: commandHandle,
    errors: ['invoicingPeriodOpen', 'invoicingRuns'],
  }),
  stopInvoicing: endpoint({
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/stop',
    summary: 'Stops the run after the customer it is at. What is issued stays; the next run goes on from there.',
    access: 'ledger.manage',
    changes: true,
    params: ofPeriod,
    answer: done,
    errors: ['invoicingRunsNot', 'taskNotCancellable'],
  }),
  listInvoices: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/invoicing',
    summary: 'The invoices of a month, customer by customer.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    query: listQuery(['email', 'total'], { state: z.enum(invoiceStates).optional() }),
    answer: listPage(invoiceRow),
  }),
  listDocuments: endpoint({
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/documenting',
    summary: 'The documents of a month by their numbers; late fees stand in the month in which they were issued.',
    access: 'ledger.view',
    changes: false,
    params: ofPeriod,
    query: listQuery(['number', 'issuedAt', 'email'], {
      /** `invoice`: those of late fees and charges too; `lateFee`, `charge`: only those. */
      kind: z.enum([...documentKinds, 'lateFee', 'charge']).optional(),
      /** How they went to the accounting service; `none`: they were not handed over. */
      handOver: z.enum(['none', ...handOverStates]).optional(),
    }),
    answer: listPage(documentRow.extend({ customer, handOver: handOver.nullable() })),
  }),
};
