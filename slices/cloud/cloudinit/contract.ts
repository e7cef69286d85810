import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { guestText } from '../../../contract/fields/guestText.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** Why this can't be done now, in the viewer's language. Null when it can. */
const reason = z.string().nullable();

const name = text({ min: 2, max: 80 });
/** File content. Line breaks and tabs are allowed, other control characters aren't. */
const fileContent = z
  .string()
  .max(65_536)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
    message: schemaMessage(localize('invalid.message.u0000IncompleteCharacters')),
  });

const file = z.strictObject({
  path: text({ min: 1, max: 1000 }),
  content: fileContent,
  /** `root:root` */
  owner: z
    .string()
    .trim()
    .regex(/^[a-z_][a-z0-9_-]{0,31}(:[a-z_][a-z0-9_-]{0,31})?$/, {
      message: schemaMessage(localize('invalid.message.enterUserUserGroup')),
    }),
  permissions: z
    .string()
    .trim()
    .regex(/^0[0-7]{3,4}$/, {
      message: schemaMessage(localize('invalid.message.enterOctalPermissionsExample')),
    }),
});
const configuration = z.strictObject({ name, content: guestText(65_536).min(1) });
const service = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9@._:-]{1,120}$/, {
      message: schemaMessage(localize('invalid.message.enterNameSystemdUnit')),
    }),
  state: z.enum(['enabled', 'disabled', 'restarted', 'masked']),
});

const files = z.array(file).max(50);
const configurations = z.array(configuration).max(20);
const services = z.array(service).max(50);

const policyItem = z.strictObject({
  id: z.uuid(),
  siteId: z.uuid(),
  site: z.string(),
  name: z.string(),
  description: z.string(),
  isEnabled: z.boolean(),
  files: z.int(),
  configurations: z.int(),
  services: z.int(),
  changedAt: moment,
  actions: z.strictObject({ change: reason, remove: reason }),
});

const problem = z.strictObject({
  /** The part of the policy that contains the error, or the user data. */
  part: z.string(),
  line: z.int(),
  field: z.string(),
  problem: z.string(),
  /** Whether cloud-init still accepts it. */
  isWarning: z.boolean(),
});

const composedUserData = z.strictObject({
  isValid: z.boolean(),
  problems: z.array(problem),
  /** The merged result of all parts, as cloud-init produces it. */
  merged: z.string(),
  /** The document for the guest: a MIME multipart, or the unchanged user data. */
  document: z.string(),
  bytes: z.int(),
  maxBytes: z.int(),
});

const policyParams = z.strictObject({ policyId: id });

export const cloudInitEndpoints = {
  listPolicies: endpoint({
    title: localize('operations.listPolicies'),
    method: 'GET',
    path: '/cloudinit',
    summary: 'List the cloud-init policies of your sites and the sites above.',
    access: 'cloudinit.view',
    changes: false,
    topics: ['policy'],
    query: listQuery(['name', 'site', 'changed']),
    answer: listPage(policyItem),
  }),
  offeredPolicies: endpoint({
    title: localize('operations.offeredPolicies'),
    method: 'GET',
    path: '/cloudinit/offered',
    command: 'cloudinit list-offered',
    summary: 'List the cloud-init policies you can use for new servers.',
    access: 'cloudinit.view',
    changes: false,
    topics: ['policy'],
    answer: z.strictObject({
      items: z.array(z.strictObject({ id: z.uuid(), name: z.string(), description: z.string() })),
    }),
  }),
  composeUserData: endpoint({
    title: localize('operations.composeUserData'),
    method: 'POST',
    path: '/cloudinit/compose',
    summary:
      'Merge policies and user data, and check the result against the cloud-init schema. Nothing is saved.',
    access: 'cloudinit.view',
    changes: false,
    body: z.strictObject({ policies: z.array(id).max(20), userData: guestText(65_536).optional() }),
    answer: composedUserData,
    errors: ['policyMissing'],
  }),
  createPolicy: endpoint({
    title: localize('operations.createPolicy'),
    method: 'POST',
    path: '/cloudinit',
    summary: 'Create an empty cloud-init policy for a site, by default your own.',
    access: 'cloudinit.manage',
    changes: true,
    touches: ['policy'],
    body: z.strictObject({
      siteId: id.optional(),
      name,
      description: text({ max: 500 }).optional(),
    }),
    answer: z.strictObject({ id: z.uuid() }),
    errors: ['policyNameTaken'],
  }),
  getPolicy: endpoint({
    title: localize('operations.getPolicy'),
    method: 'GET',
    path: '/cloudinit/{policyId}',
    summary: 'Get a cloud-init policy with its files, configurations, services, and merged result.',
    access: 'cloudinit.view',
    changes: false,
    topics: ['policy:{policyId}'],
    params: policyParams,
    answer: stored(
      policyItem.extend({ files, configurations, services, composed: composedUserData }),
    ),
  }),
  updatePolicy: endpoint({
    title: localize('operations.updatePolicy'),
    method: 'PUT',
    path: '/cloudinit/{policyId}',
    summary: 'Update the name, description, and availability of a cloud-init policy.',
    access: 'cloudinit.manage',
    changes: true,
    touches: ['policy:{policyId}'],
    params: policyParams,
    body: z.strictObject({ name, description: text({ max: 500 }), isEnabled: z.boolean() }),
    answer: done,
    errors: ['policyNameTaken'],
  }),
  setPolicyFiles: endpoint({
    title: localize('operations.setPolicyFiles'),
    method: 'PUT',
    path: '/cloudinit/{policyId}/files',
    summary: 'Set the files of a cloud-init policy.',
    access: 'cloudinit.manage',
    changes: true,
    touches: ['policy:{policyId}'],
    params: policyParams,
    body: z.strictObject({ files }),
    answer: done,
    errors: ['policyInvalid', 'userDataTooLarge'],
  }),
  setPolicyConfigurations: endpoint({
    title: localize('operations.setPolicyConfigurations'),
    method: 'PUT',
    path: '/cloudinit/{policyId}/configurations',
    summary: 'Set the cloud-config documents and scripts of a cloud-init policy.',
    access: 'cloudinit.manage',
    changes: true,
    touches: ['policy:{policyId}'],
    params: policyParams,
    body: z.strictObject({ configurations }),
    answer: done,
    errors: ['policyInvalid', 'userDataTooLarge'],
  }),
  setPolicyServices: endpoint({
    title: localize('operations.setPolicyServices'),
    method: 'PUT',
    path: '/cloudinit/{policyId}/services',
    summary: 'Set the services that a cloud-init policy enables or disables.',
    access: 'cloudinit.manage',
    changes: true,
    touches: ['policy:{policyId}'],
    params: policyParams,
    body: z.strictObject({ services }),
    answer: done,
    errors: ['policyInvalid', 'userDataTooLarge'],
  }),
  deletePolicy: endpoint({
    title: localize('operations.deletePolicy'),
    method: 'DELETE',
    path: '/cloudinit/{policyId}',
    command: 'cloudinit delete-policy',
    summary: 'Delete a cloud-init policy. Servers created with it don’t change.',
    access: 'cloudinit.manage',
    changes: true,
    touches: ['policy:{policyId}'],
    params: policyParams,
    answer: done,
  }),
};

export { cloudInitEndpoints as endpoints };
