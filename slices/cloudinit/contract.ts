import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../contract/endpoint.ts';
import { guestText } from '../../contract/guestText.ts';
import { listPage, listQuery } from '../../contract/page.ts';
import { said } from '../../contract/said.ts';

/** Null: it can be done now. Otherwise why not, in the viewer's language. */
const reason = z.string().nullable();

const name = text({ min: 2, max: 80 });
/** As it lies in the guest: line breaks and tabs, no other control characters. */
const fileContent = z
  .string()
  .max(65_536)
  .refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
    message: said('U+0000 and lone surrogates are not allowed', 'התו U+0000 ותווים שאינם שלמים אינם מותרים'),
  });

const file = z.strictObject({
  path: text({ min: 1, max: 1000 }),
  content: fileContent,
  /** `root:root` */
  owner: z
    .string()
    .trim()
    .regex(/^[a-z_][a-z0-9_-]{0,31}(:[a-z_][a-z0-9_-]{0,31})?$/, { message: said('user or user:group', 'נדרש משתמש או משתמש:קבוצה') }),
  permissions: z
    .string()
    .trim()
    .regex(/^0[0-7]{3,4}$/, { message: said('octal, as 0644', 'נדרש מספר אוקטלי, כגון 0644') }),
});
const configuration = z.strictObject({ name, content: guestText(65_536).min(1) });
const service = z.strictObject({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9@._:-]{1,120}$/, { message: said('the name of a systemd unit', 'נדרש שם של יחידת systemd') }),
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
  /** The policy's part it is in, or the user data. */
  part: z.string(),
  line: z.int(),
  field: z.string(),
  problem: z.string(),
  /** cloud-init still takes it. */
  isWarning: z.boolean(),
});

const composed = z.strictObject({
  isValid: z.boolean(),
  problems: z.array(problem),
  /** What cloud-init makes of all parts together. */
  merged: z.string(),
  /** What the guest is given: one MIME multipart, or the user data as it is. */
  document: z.string(),
  bytes: z.int(),
  maxBytes: z.int(),
});

const ofPolicy = z.strictObject({ policyId: id });

export const cloudInitEndpoints = {
  listPolicies: endpoint({
    method: 'GET',
    path: '/cloudinit',
    summary: 'The cloud-init policies of the sites the caller reaches, and of the sites above his own.',
    access: 'cloudinit.view',
    changes: false,
    query: listQuery(['name', 'site', 'changed']),
    answer: listPage(policyItem),
  }),
  offeredPolicies: endpoint({
    method: 'GET',
    path: '/cloudinit/offered',
    command: 'cloudinit list-offered',
    summary: 'The policies that a new server of the caller can be made with.',
    access: 'cloudinit.view',
    changes: false,
    answer: z.strictObject({ items: z.array(z.strictObject({ id: z.uuid(), name: z.string(), description: z.string() })) }),
  }),
  composeUserData: endpoint({
    method: 'POST',
    path: '/cloudinit/compose',
    summary: 'Policies and user data as one: checked against cloud-init’s own schema, with the merged result. Nothing is kept.',
    access: 'cloudinit.view',
    changes: false,
    body: z.strictObject({ policies: z.array(id).max(20), userData: guestText(65_536).optional() }),
    answer: composed,
    errors: ['policyMissing'],
  }),
  createPolicy: endpoint({
    method: 'POST',
    path: '/cloudinit',
    summary: 'Makes an empty policy of a site; without one named, of the caller’s own.',
    access: 'cloudinit.manage',
    changes: true,
    body: z.strictObject({ siteId: id.optional(), name, description: text({ max: 500 }).optional() }),
    answer: z.strictObject({ id: z.uuid() }),
    errors: ['policyNameTaken'],
  }),
  getPolicy: endpoint({
    method: 'GET',
    path: '/cloudinit/{policyId}',
    summary: 'A policy with its files, configurations and services, and what they come to.',
    access: 'cloudinit.view',
    changes: false,
    params: ofPolicy,
    answer: policyItem.extend({ files, configurations, services, composed }),
  }),
  changePolicy: endpoint({
    method: 'PUT',
    path: '/cloudinit/{policyId}',
    summary: 'Names a policy, describes it, and says whether it is offered.',
    access: 'cloudinit.manage',
    changes: true,
    params: ofPolicy,
    body: z.strictObject({ name, description: text({ max: 500 }), isEnabled: z.boolean() }),
    answer: done,
    errors: ['policyNameTaken'],
  }),
  setPolicyFiles: endpoint({
    method: 'PUT',
    path: '/cloudinit/{policyId}/files',
    summary: 'Sets the files that the policy writes.',
    access: 'cloudinit.manage',
    changes: true,
    params: ofPolicy,
    body: z.strictObject({ files }),
    answer: done,
    errors: ['policyInvalid', 'userDataTooLarge'],
  }),
  setPolicyConfigurations: endpoint({
    method: 'PUT',
    path: '/cloudinit/{policyId}/configurations',
    summary: 'Sets the cloud-config documents and scripts of the policy.',
    access: 'cloudinit.manage',
    changes: true,
    params: ofPolicy,
    body: z.strictObject({ configurations }),
    answer: done,
    errors: ['policyInvalid', 'userDataTooLarge'],
  }),
  setPolicyServices: endpoint({
    method: 'PUT',
    path: '/cloudinit/{policyId}/services',
    summary: 'Sets the services that the policy switches on or off.',
    access: 'cloudinit.manage',
    changes: true,
    params: ofPolicy,
    body: z.strictObject({ services }),
    answer: done,
    errors: ['policyInvalid', 'userDataTooLarge'],
  }),
  removePolicy: endpoint({
    method: 'DELETE',
    path: '/cloudinit/{policyId}',
    command: 'cloudinit delete-policy',
    summary: 'Removes a policy; servers that were made with it keep what it did.',
    access: 'cloudinit.manage',
    changes: true,
    params: ofPolicy,
    answer: done,
  }),
};
