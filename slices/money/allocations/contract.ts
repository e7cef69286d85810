import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { currency, positiveRate } from '../../../contract/fields/money.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { localize } from './texts/localize.ts';

export { errors } from './errors.ts';

/**
 * `needsRate`, `waiting`, `refused`, `invalid` and `cancelled`: the document isn't released.
 * `approved`: the document has a number. `notNeeded`: the document is below the authority's
 * minimum. `continued`: the document is released without a number after a rejection.
 */
export const allocationStates = [
  ...(['needsRate', 'waiting', 'refused', 'invalid', 'cancelled'] as const),
  ...(['approved', 'notNeeded', 'continued'] as const),
] as const;

/** The authority's live environment and its sandbox. */
export const authorityEnvironments = ['production', 'tsandbox'] as const;

/** The allocation state of a document. */
export const allocationSummary = z.strictObject({
  state: z.enum(allocationStates),
  /** The nine digits printed on the document. */
  number: z.string().nullable(),
  /** Whether the document is on hold and hidden from the customer. */
  isHeld: z.boolean(),
});

const allocation = allocationSummary.extend({
  documentId: id,
  documentNumber: z.string(),
  issuedOn: z.iso.date(),
  currency: stored(currency),
  /** ILS per unit of the currency. Null until it is entered. */
  rate: z.string().nullable(),
  rateOn: z.iso.date().nullable(),
  /** The full number as assigned by the authority. */
  wholeNumber: z.string().nullable(),
  /** A decision not yet reported to the authority. */
  decision: z.enum(['continue', 'cancel']).nullable(),
  /** The authority's error code. '' without an error. */
  code: z.string(),
  field: z.string(),
  problem: z.string(),
  /** How to resolve the error. '' when no action is needed. */
  remedy: z.string(),
  /** The time of the next automatic request. */
  nextAt: moment.nullable(),
  canDecide: z.boolean(),
  canTryAgain: z.boolean(),
  canGiveRate: z.boolean(),
});

const connection = z.strictObject({
  environment: z.enum(authorityEnvironments),
  /** A custom base URL. '' for the authority's own. */
  baseAddress: z.string(),
  clientId: z.string(),
  userName: z.string(),
  softwareNumber: z.string(),
  /** When the sign-in at the authority expires. */
  signedInUntil: moment,
  /** Whether the sign-in expires soon or the authority rejects the connection. */
  isWarning: z.boolean(),
  /** Why the authority rejects the connection. '' if it doesn't. */
  problem: z.string(),
});

const companyParams = z.strictObject({ companyId: id });
const documentParams = z.strictObject({ companyId: id, documentId: id });
const authorityErrors = ['taxAuthorityAway', 'taxAuthorityRefused'] as const;

export const allocationEndpoints = {
  getTaxAuthority: endpoint({
    title: localize('operations.getTaxAuthority'),
    method: 'GET',
    path: '/companies/{companyId}/taxAuthority',
    summary:
      'Get a company’s connection to the tax authority that allocates invoice numbers. Secrets are never shown.',
    access: 'companies.view',
    changes: false,
    topics: ['company:{companyId}'],
    params: companyParams,
    answer: z.strictObject({
      /** Whether the company's country has such an authority. */
      isOffered: z.boolean(),
      connection: connection.nullable(),
      /** Number of documents waiting for a number or a decision. */
      held: z.int(),
      canManage: z.boolean(),
    }),
  }),
  saveTaxAuthority: endpoint({
    title: localize('operations.saveTaxAuthority'),
    method: 'PUT',
    path: '/companies/{companyId}/taxAuthority',
    summary:
      'Connect a company to the tax authority. Omitted secrets are kept while the address stays the same.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}'],
    dangerous: true,
    params: companyParams,
    body: z.strictObject({
      environment: z.enum(authorityEnvironments),
      baseAddress: text({ max: 200 }),
      clientId: text({ min: 1, max: 200 }),
      userName: text({ min: 1, max: 100 }),
      softwareNumber: z
        .string()
        .trim()
        .regex(/^\d{1,12}$/, {
          message: schemaMessage(localize('invalid.message.enterRegisteredSoftwareNumber')),
        }),
      clientSecret: text({ min: 8, max: 300 }).optional(),
      /** The refresh token from the sign-in at the authority. Valid for 90 days. */
      refreshToken: text({ min: 8, max: 4000 }).optional(),
    }),
    answer: done,
    errors: ['taxAuthorityCountry', 'taxAuthoritySecretNeeded', 'taxAuthorityAddressRefused'],
  }),
  deleteTaxAuthority: endpoint({
    title: localize('operations.deleteTaxAuthority'),
    method: 'DELETE',
    path: '/companies/{companyId}/taxAuthority',
    summary:
      'Disconnect a company from the tax authority. Requires that no document is pending there.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}'],
    dangerous: true,
    params: companyParams,
    answer: done,
    errors: ['taxAuthorityInUse'],
  }),
  tryTaxAuthority: endpoint({
    title: localize('operations.tryTaxAuthority'),
    method: 'POST',
    path: '/companies/{companyId}/taxAuthority/try',
    summary: 'Test the tax authority connection.',
    access: 'companies.manage',
    changes: true,
    touches: ['company:{companyId}'],
    ownTransaction: true,
    params: companyParams,
    answer: done,
    errors: authorityErrors,
  }),
  getAllocation: endpoint({
    title: localize('operations.getAllocation'),
    method: 'GET',
    path: '/companies/{companyId}/allocations/{documentId}',
    summary: 'Get the allocation number status of a document and the available actions.',
    access: 'ledger.view',
    changes: false,
    topics: ['company:{companyId}'],
    params: documentParams,
    answer: allocation,
  }),
  decideAllocation: endpoint({
    title: localize('operations.decideAllocation'),
    method: 'POST',
    path: '/companies/{companyId}/allocations/{documentId}/decision',
    summary:
      'Decide about a document that got no allocation number: issue it with a note that its tax isn’t deductible, or hold it.',
    access: 'ledger.manage',
    changes: true,
    touches: ['company:{companyId}', 'invoice', 'invoicing'],
    ownTransaction: true,
    dangerous: true,
    params: documentParams,
    body: z.strictObject({ decision: z.enum(['continue', 'cancel']) }),
    answer: allocation,
    errors: ['allocationDecided'],
  }),
  tryAllocation: endpoint({
    title: localize('operations.tryAllocation'),
    method: 'POST',
    path: '/companies/{companyId}/allocations/{documentId}/try',
    summary: 'Request an allocation number now, also for a document that failed the check before.',
    access: 'ledger.manage',
    changes: true,
    touches: ['company:{companyId}', 'invoice', 'invoicing'],
    ownTransaction: true,
    params: documentParams,
    answer: allocation,
    errors: ['allocationDecided', 'taxAuthorityMissing'],
  }),
  setAllocationRate: endpoint({
    title: localize('operations.setAllocationRate'),
    method: 'PUT',
    path: '/companies/{companyId}/allocations/{documentId}/rate',
    summary:
      'Set the exchange rate and date used to report a foreign-currency document to the tax authority in ILS.',
    access: 'ledger.manage',
    changes: true,
    touches: ['company:{companyId}', 'invoice', 'invoicing'],
    ownTransaction: true,
    params: documentParams,
    body: z.strictObject({ rate: positiveRate, rateOn: z.iso.date() }),
    answer: allocation,
    errors: ['allocationDecided', 'allocationRateDay'],
  }),
};

export { allocationEndpoints as endpoints };
