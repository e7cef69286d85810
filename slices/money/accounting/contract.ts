import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { localize } from './texts/localize.ts';

export { errors } from './errors.ts';

export const exportStates = ['waiting', 'sent', 'refused', 'failed'] as const;

/** The export of a document to the accounting service. */
export const exportStatus = z.strictObject({
  /**
   * `refused`: the service rejected the document, and an administrator must fix it. `failed`:
   * retries ended, and it's unknown whether the service stored the document.
   */
  state: z.enum(exportStates),
  attempts: z.int(),
  queuedAt: moment,
  triedAt: moment.nullable(),
  /** The time of the next attempt. Null unless the state is `waiting`. */
  dueAt: moment.nullable(),
  sentAt: moment.nullable(),
  /** The result code of the last attempt, or of the reason there was none. */
  resultCode: z.string(),
  resultText: z.string(),
  /** The service's ID of the document. */
  reference: z.string(),
  /** The URL of the document at the service. '' if there is none. */
  link: z.string(),
});

const companyParams = z.strictObject({ companyId: id });

/** The connection between a company and its accounting service. */
export const accountingEndpoints = {
  getAccountingConnection: endpoint({
    title: localize('operations.getAccountingConnection'),
    method: 'GET',
    path: '/companies/{companyId}/accounting',
    summary: 'Get a company’s accounting service connection. Secrets are never shown.',
    access: 'companies.view',
    changes: false,
    topics: ['company:{companyId}', 'invoicing'],
    params: companyParams,
    answer: z.strictObject({
      connection: z
        .strictObject({
          address: z.string(),
          isOn: z.boolean(),
          changedAt: moment,
          /** Number of documents waiting to be exported. */
          waiting: z.int(),
          /**
           * The reason for the service's last rejection of the connection. '' once the connection
           * is accepted.
           */
          problem: z.string(),
          problemAt: moment.nullable(),
          /** The service rejects the connection. Documents wait until the connection is fixed. */
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
    params: companyParams,
    body: z.strictObject({
      address: text({ min: 8, max: 300 }),
      /** While disabled, documents stay queued. */
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
    params: companyParams,
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
    params: companyParams,
    answer: done,
    errors: ['accountingAway', 'accountingRefused'],
  }),
};

export { accountingEndpoints as endpoints };
