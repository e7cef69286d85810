import * as z from 'zod';
import {
  commandHandle,
  decimal,
  done,
  endpoint,
  id,
  moment,
} from '../../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { exportStates, exportStatus } from '../../accounting/contract.ts';
import { localize } from '../texts/localize.ts';
import {
  customer,
  documentKinds,
  documentRow,
  fault,
  invoiceRow,
  invoiceStates,
  periodParams,
  runStates,
} from './parts.ts';

const run = z.strictObject({
  state: z.enum(runStates),
  /** Whether the run issues invoices. False: it only writes drafts for review. */
  issues: z.boolean(),
  cmdId: z.int().nullable(),
  progress: z.int(),
  /** Cancellation was requested and takes effect after the current customer. */
  isStopping: z.boolean(),
  startedAt: moment.nullable(),
  startedBy: z.string(),
});

const counts = z.strictObject({
  draft: z.int(),
  blocked: z.int(),
  empty: z.int(),
  issued: z.int(),
});

const overview = z.strictObject({
  company: z.strictObject({ id, name: z.string(), currency: z.string() }),
  period: z.string(),
  /**
   * When invoicing for the month opens: the month has ended at every site and its usage has been
   * recorded.
   */
  opensAt: moment,
  isOpen: z.boolean(),
  run,
  counts,
  totals: z.array(
    z.strictObject({ amount: decimal, currency: z.string(), state: z.enum(invoiceStates) }),
  ),
  documents: z.int(),
  /** Problems that affect all customers. */
  faults: z.array(fault),
});

/** Invoicing of a company's month, and its run. */
export const runEndpoints = {
  listInvoicing: endpoint({
    title: localize('operations.listInvoicing'),
    method: 'GET',
    path: '/invoicing',
    summary: 'List the last 12 months of each company you manage with invoicing progress.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoicing', 'company'],
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
    title: localize('operations.getInvoicing'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}',
    summary:
      'Get a company’s month: whether it can be invoiced, run progress, and issues that affect all customers.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoicing', 'invoice', 'company:{companyId}'],
    params: periodParams,
    answer: overview,
  }),
  listInvoicingFaults: endpoint({
    title: localize('operations.listInvoicingFaults'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/validation',
    summary: 'List blocked customers of a month with the problem and where to fix it.',
    access: 'ledger.view',
    changes: false,
    topics: ['billing', 'user', 'invoice', 'invoicing', 'company:{companyId}'],
    params: periodParams,
    query: listQuery(['email'], { show: z.enum(['all', 'blocked', 'clear']).optional() }),
    answer: listPage(
      z.strictObject({ id, customer, isIssued: z.boolean(), faults: z.array(fault) }),
    ).extend({
      customers: z.int(),
      blocked: z.int(),
    }),
  }),
  runInvoicing: endpoint({
    title: localize('operations.runInvoicing'),
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/run',
    summary:
      'Run invoicing for a month. Calculates every customer and issues invoices that aren’t blocked. Issued invoices don’t change.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice'],
    dangerous: true,
    params: periodParams,
    body: z.strictObject({
      /** False: only write drafts for review. */
      issues: z.boolean(),
    }),
    answer: commandHandle,
    errors: ['invoicingPeriodOpen', 'invoicingRuns'],
  }),
  stopInvoicing: endpoint({
    title: localize('operations.stopInvoicing'),
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/stop',
    summary: 'Stop the run after the current customer. The next run continues from there.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice'],
    params: periodParams,
    answer: done,
    errors: ['invoicingRunsNot', 'taskNotCancellable'],
  }),
  listInvoices: endpoint({
    title: localize('operations.listInvoices'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/invoicing',
    summary: 'List the invoices of a month by customer.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoicing', 'invoice'],
    params: periodParams,
    query: listQuery(['email', 'total'], { state: z.enum(invoiceStates).optional() }),
    answer: listPage(invoiceRow),
  }),
  listDocuments: endpoint({
    title: localize('operations.listDocuments'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/documenting',
    summary:
      'List the documents of a month by number. Late fees are listed in the month they were issued.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoicing', 'invoice'],
    params: periodParams,
    query: listQuery(['number', 'issuedAt', 'email'], {
      /** `invoice` includes late fees and charges. `lateFee` and `charge` select only those. */
      kind: z.enum([...documentKinds, 'lateFee', 'charge']).optional(),
      /** Filters by accounting export state. `none`: not exported. */
      handOver: z.enum(['none', ...exportStates]).optional(),
    }),
    answer: listPage(documentRow.extend({ customer, handOver: exportStatus.nullable() })),
  }),
};
