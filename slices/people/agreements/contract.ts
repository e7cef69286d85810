import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { languages } from '../../../contract/languages.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

const language = z.enum(languages);
/** The roles that can be required to sign. Root users publish agreements and are never blocked. */
const signerRole = z.enum(['siteAdmin', 'billingAdmin', 'user']);

const shape = {
  title: text({ min: 2, max: 120 }),
  /**
   * Users who must sign: all users of the site, some roles, or users who joined after the first
   * publication.
   */
  audience: z.enum(['all', 'roles', 'newUsers']),
  roles: z.array(signerRole).max(3),
  /** What is blocked until the agreement is signed: nothing, or every change except billing. */
  blocks: z.enum(['nothing', 'changes']),
};
const settings = z
  .strictObject(shape)
  .refine((value) => value.audience !== 'roles' || value.roles.length > 0, {
    message: schemaMessage(localize('invalid.message.chooseLeastOneRole')),
    path: ['roles'],
  });

const texts = z
  .partialRecord(language, text({ min: 1, max: 100_000, multiline: true }))
  .refine((value) => Object.keys(value).length > 0, {
    message: schemaMessage(localize('invalid.message.enterTextLeastOne')),
  });

const row = z.strictObject({
  id,
  siteId: id,
  siteName: z.string(),
  title: z.string(),
  audience: shape.audience,
  roles: z.array(signerRole),
  blocks: shape.blocks,
  isActive: z.boolean(),
  /** The published version. Null if there is only a draft. */
  version: z.int().nullable(),
  hasDraft: z.boolean(),
  /** The number of users who must sign the published version. */
  mustSign: z.int(),
  signed: z.int(),
  createdAt: moment,
});

const version = z.strictObject({
  id,
  version: z.int(),
  texts: z.partialRecord(language, z.string()),
  /** The SHA-256 of each text, in hexadecimal. */
  digests: z.partialRecord(language, z.string()),
  publishedAt: moment.nullable(),
  publishedBy: z.string().nullable(),
  signatures: z.int(),
});

const signature = z.strictObject({
  id,
  userId: id,
  email: z.string(),
  version: z.int(),
  language,
  digest: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  signedAt: moment,
});

const agreementParams = z.strictObject({ siteId: id, agreementId: id });

export const agreementEndpoints = {
  listAgreements: endpoint({
    title: localize('operations.listAgreements'),
    method: 'GET',
    path: '/agreements',
    summary: 'List the agreements of your sites.',
    access: 'agreements.manage',
    changes: false,
    topics: ['agreement'],
    query: listQuery(['title', 'site', 'created']),
    answer: listPage(row),
  }),
  createAgreement: endpoint({
    title: localize('operations.createAgreement'),
    method: 'POST',
    path: '/agreements',
    summary: 'Create an agreement for a site. It requires signatures once a version is published.',
    access: 'agreements.manage',
    changes: true,
    touches: ['agreement'],
    body: z.strictObject({ siteId: id.optional(), settings }),
    answer: z.strictObject({ id, siteId: id }),
  }),
  getAgreement: endpoint({
    title: localize('operations.getAgreement'),
    method: 'GET',
    path: '/agreements/{siteId}/{agreementId}',
    summary: 'Get an agreement with its versions.',
    access: 'agreements.manage',
    changes: false,
    topics: ['agreement:{agreementId}'],
    params: agreementParams,
    answer: row.extend({ languages: z.array(language), versions: z.array(version) }),
  }),
  updateAgreement: endpoint({
    title: localize('operations.updateAgreement'),
    method: 'PUT',
    path: '/agreements/{siteId}/{agreementId}',
    summary: 'Update who must sign an agreement and what requires the signature.',
    access: 'agreements.manage',
    changes: true,
    touches: ['agreement:{agreementId}'],
    params: agreementParams,
    body: z.strictObject({ settings, isActive: z.boolean() }),
    answer: done,
  }),
  updateAgreementDraft: endpoint({
    title: localize('operations.updateAgreementDraft'),
    method: 'PUT',
    path: '/agreements/{siteId}/{agreementId}/draft',
    summary: 'Update the draft of the next version.',
    access: 'agreements.manage',
    changes: true,
    touches: ['agreement:{agreementId}'],
    params: agreementParams,
    body: z.strictObject({ texts }),
    answer: z.strictObject({ version: z.int() }),
  }),
  publishAgreement: endpoint({
    title: localize('operations.publishAgreement'),
    method: 'POST',
    path: '/agreements/{siteId}/{agreementId}/publish',
    summary:
      'Publish the draft. It can’t change afterwards, and everyone concerned must sign it again.',
    access: 'agreements.manage',
    changes: true,
    touches: ['agreement:{agreementId}'],
    params: agreementParams,
    answer: z.strictObject({ version: z.int(), mustSign: z.int() }),
    errors: ['agreementNoDraft'],
  }),
  listSignatures: endpoint({
    title: localize('operations.listSignatures'),
    method: 'GET',
    path: '/agreements/{siteId}/{agreementId}/signatures',
    summary: 'List signatures with signer, time, IP address, and signed version.',
    access: 'agreements.manage',
    changes: false,
    topics: ['agreement:{agreementId}'],
    params: agreementParams,
    query: listQuery(['signedAt', 'email']),
    answer: listPage(signature),
  }),
  signaturesCsv: endpoint({
    title: localize('operations.signaturesCsv'),
    method: 'GET',
    path: '/agreements/{siteId}/{agreementId}/signatures.csv',
    summary: 'Export all signatures as CSV.',
    access: 'agreements.manage',
    changes: false,
    kind: 'file',
    params: agreementParams,
  }),
  listMissingSignatures: endpoint({
    title: localize('operations.listMissingSignatures'),
    method: 'GET',
    path: '/agreements/{siteId}/{agreementId}/missing',
    summary: 'List users who haven’t signed the published version.',
    access: 'agreements.manage',
    changes: false,
    topics: ['agreement:{agreementId}'],
    params: agreementParams,
    query: listQuery(['email', 'remindedAt']),
    answer: listPage(
      z.strictObject({ id, email: z.string(), role: z.string(), remindedAt: moment.nullable() }),
    ),
  }),
  remindSigners: endpoint({
    title: localize('operations.remindSigners'),
    method: 'POST',
    path: '/agreements/{siteId}/{agreementId}/remind',
    summary: 'Email a reminder to users who haven’t signed, at most once a day each.',
    access: 'agreements.manage',
    changes: true,
    touches: ['agreement:{agreementId}'],
    params: agreementParams,
    answer: z.strictObject({ sent: z.int(), left: z.int() }),
    errors: ['agreementNoDraft'],
  }),
  agreementsToSign: endpoint({
    title: localize('operations.agreementsToSign'),
    method: 'GET',
    path: '/agreementsToSign',
    summary: 'List the agreements you must sign.',
    access: 'signedIn',
    changes: false,
    topics: ['agreement'],
    answer: z.strictObject({
      items: z.array(
        z.strictObject({
          agreementId: id,
          versionId: id,
          version: z.int(),
          title: z.string(),
          language,
          text: z.string(),
          digest: z.string(),
          blocks: shape.blocks,
        }),
      ),
    }),
  }),
  signAgreement: endpoint({
    title: localize('operations.signAgreement'),
    method: 'POST',
    path: '/agreementsToSign/{versionId}',
    summary: 'Sign an agreement version.',
    access: 'signedIn',
    changes: true,
    touches: ['agreement', 'profile'],
    params: z.strictObject({ versionId: id }),
    body: z.strictObject({
      language,
      digest: z
        .string()
        .trim()
        .regex(/^[0-9a-f]{64}$/, {
          message: schemaMessage(localize('invalid.message.enter64HexadecimalDigits')),
        }),
    }),
    answer: z.strictObject({ id, signedAt: moment }),
    errors: ['agreementTextChanged', 'agreementNotYours'],
  }),
};

export { agreementEndpoints as endpoints };
