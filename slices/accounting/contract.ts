import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../contract/endpoint.ts';

export const handOverStates = ['waiting', 'sent', 'refused', 'failed'] as const;

/** How a document went to the accounting service. */
export const handOver = z.strictObject({
  /** `refused`: the service does not take it, and a person looks at it; `failed`: given up, unknown whether it is there. */
  state: z.enum(handOverStates),
  attempts: z.int(),
  queuedAt: moment,
  triedAt: moment.nullable(),
  /** When it is tried next; null unless it waits. */
  dueAt: moment.nullable(),
  sentAt: moment.nullable(),
  /** What the service said last, or why it said nothing. */
  resultCode: z.string(),
  resultText: z.string(),
  /** What the service calls the document. */
  reference: z.string(),
  /** Where it can be seen at the service; '' when nowhere. */
  link: z.string(),
});

const ofCompany = z.strictObject({ companyId: id });

/** How a company is connected to the service that keeps its books. */
export const accountingEndpoints = {
  getAccountingConnection: endpoint({
    method: 'GET',
    path: '/companies/{companyId}/accounting',
    summary: 'The accounting service that a company’s documents are handed over to. Secrets are never shown.',
    access: 'companies.view',
    changes: false,
    params: ofCompany,
    answer: z.strictObject({
      connection: z
        .strictObject({
          address: z.string(),
          isOn: z.boolean(),
          changedAt: moment,
          /** So many documents wait to be handed over. */
          waiting: z.int(),
          /** Why the service did not take it when it was last asked, and when that was; '' when it did. */
          problem: z.string(),
          problemAt: moment.nullable(),
          /** Documents are refused because of it, and wait until it is mended. */
          isRefused: z.boolean(),
        })
        .nullable(),
      canManage: z.boolean(),
    }),
  }),
  saveAccountingConnection: endpoint({
    method: 'PUT',
    path: '/companies/{companyId}/accounting',
    summary:
      'Connects a company to an accounting service. A secret that is left out stays as it is, while the address does. What waits is handed over at once; whether the service takes it is asked and stands with the connection.',
    access: 'companies.manage',
    changes: true,
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
  removeAccountingConnection: endpoint({
    method: 'DELETE',
    path: '/companies/{companyId}/accounting',
    summary: 'Forgets the accounting service. What it took stays known; what waits is handed over to nobody.',
    access: 'companies.manage',
    changes: true,
    dangerous: true,
    params: ofCompany,
    answer: done,
  }),
  tryAccountingConnection: endpoint({
    method: 'POST',
    path: '/companies/{companyId}/accounting/try',
    summary: 'Asks the accounting service whether it takes the secret.',
    access: 'companies.manage',
    changes: true,
    ownTransaction: true,
    params: ofCompany,
    answer: done,
    errors: ['accountingAway', 'accountingRefused'],
  }),
};
