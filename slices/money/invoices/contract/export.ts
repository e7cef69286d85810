import * as z from 'zod';
import { done, endpoint, id } from '../../../../contract/endpoint.ts';
import { localize } from '../texts/localize.ts';
import { periodParams } from './parts.ts';

/** Export of a month's documents to the company's accounting service. */
export const exportEndpoints = {
  getHandOver: endpoint({
    title: localize('operations.getHandOver'),
    method: 'GET',
    path: '/invoicing/{companyId}/{period}/handOver',
    summary:
      'Get export counts of a month: exported, pending, rejected, given up, and not exported.',
    access: 'ledger.view',
    changes: false,
    topics: ['invoice', 'invoicing'],
    params: periodParams,
    answer: z.strictObject({
      isConnected: z.boolean(),
      note: z.string(),
      counts: z.strictObject({
        none: z.int(),
        waiting: z.int(),
        sent: z.int(),
        refused: z.int(),
        failed: z.int(),
      }),
    }),
  }),
  handOverMonth: endpoint({
    title: localize('operations.handOverMonth'),
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/handOver',
    summary:
      'Export a month’s documents to the accounting service: those not exported yet, or those that failed.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing'],
    params: periodParams,
    body: z.strictObject({
      /** `missing`: never exported; `stuck`: rejected or failed. */
      which: z.enum(['missing', 'stuck']),
    }),
    answer: z.strictObject({
      /** Number of documents. */
      documents: z.int(),
    }),
    errors: ['accountingNotConnected'],
  }),
  handOverDocument: endpoint({
    title: localize('operations.handOverDocument'),
    method: 'POST',
    path: '/invoicing/{companyId}/{period}/documents/{documentId}/handOver',
    summary: 'Export a document to the accounting service, now or again.',
    access: 'ledger.manage',
    changes: true,
    touches: ['invoicing', 'invoice', 'billing'],
    params: z.strictObject({ ...periodParams.shape, documentId: id }),
    answer: done,
    errors: ['accountingNotConnected', 'documentHeld', 'documentHandedOver'],
  }),
};
