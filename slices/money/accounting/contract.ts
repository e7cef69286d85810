import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { localize } from './texts/localize.ts';

export { errors } from './errors.ts';

export const handOverStates = ['waiting', 'sent', 'refused', 'failed'] as const;

/** How a document went to the accounting service. */
export const handOver = z.strictObject({
  /**
   * `refused`: the service does not take it, and a person looks at it; `failed`: given up, unknown
   * whether it is there.
   */
  state: z.enum(handOverStates),
  attempts: z.int(),
  queuedAt: moment,
  triedAt: moment.nullable(),
  /** When it is tried next; null unless it waits. */
  dueAt: moment.nullable(),
  sentAt: moment.nullable(),
  /** The service's last result, or why there is none. */
  resultCode: z.string(),
  resultText: z.string(),
  /** The service's ID of the document. */
  reference: z.string(),
  /** Where it can be seen at the service; '' when nowhere. */
  link: z.string(),
});

const ofCompany = z.strictObject({ companyId: id });

/** How a company is connected to the service that keeps its books. */
export const accountingEndpoints = {
  getAccountingConnection: endpoint({
    title: localize('operations.getAccountingConnection'),
    method: 'GET',
    path: '/companies/{companyId}/accounting',
    summary: 'Get a company’s accounting service connection. Secrets are never shown.',
    access: 'companies.view',
    changes: false,
    topics: ['company:{companyId}', 'invoicing'],
    params: ofCompany,
    answer: z.strictObject({
      connection: z
        .strictObject({
          address: z.string(),
          isOn: z.boolean(),
          changedAt: moment,
          /** Number of documents waiting to be exported. */
          waiting: z.int(),
          /** Why the service last rejected the connection, and when; '' if it accepted it. */
          problem: z.string(),
          problemAt: moment.nullable(),
          /** The connection is rejected, and documents wait until it is fixed. */
          isRefused: z.boolean(),
        })
        .nullable(),
      canManage: z.boolean(),
    }),
  }),
  saveAccountingConnection: endpoint({
    title: localize('operations.saveAccountingConnection'),
    method: 'PUT',
    path: '/companies/{companyId}/accounting',
    summary:
      'Connect a company to an accounting service. Omitted secrets are kept while the address stays the same. Pending documents are exported at once, and the result is shown with the connection.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}', 'invoicing'],
    dangerous: true,
    params: ofCompany,
    body: z.strictObject({
      address: text({ min: 8, max: 300 }),
      /** While it is off documents wait. */
      isOn: z.boolean(),
      secret: text({ min: 8, max: 300 }).optional(),
      signingSecret: text({ min: 8, max: 300 }).optional(),
    }),
    answer: done,
    errors: ['accountingSecretNeeded', 'accountingAddressRefused'],
  }),
  deleteAccountingConnection: endpoint({
    title: localize('operations.deleteAccountingConnection'),
    method: 'DELETE',
    path: '/companies/{companyId}/accounting',
    summary:
      'Delete the accounting service connection. Exported documents stay marked as exported; pending ones aren’t sent.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}', 'invoicing'],
    dangerous: true,
    params: ofCompany,
    answer: done,
  }),
  tryAccountingConnection: endpoint({
    title: localize('operations.tryAccountingConnection'),
    method: 'POST',
    path: '/companies/{companyId}/accounting/try',
    summary: 'Test the accounting service connection.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}', 'invoicing'],
    ownTransaction: true,
    params: ofCompany,
    answer: done,
    errors: ['accountingAway', 'accountingRefused'],
  }),
};

export { accountingEndpoints as endpoints };
