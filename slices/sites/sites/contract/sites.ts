import * as z from 'zod';
import { endpoint, id, moment } from '../../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../../contract/fields/page.ts';
import { timeZone } from '../../../../contract/fields/timeZone.ts';
import { localize } from '../texts/localize.ts';
import { currency, hostnameInput, settingsShape, siteLanguages, siteParams } from './fields.ts';

const siteStatus = z.enum(['active', 'suspended', 'suspendedAbove']);

const siteRow = z.strictObject({
  id,
  /** Identifies the site in the URL of its screen. */
  siteHost: z.string(),
  name: z.string(),
  systemName: z.string(),
  parentId: z.uuid().nullable(),
  /** 0: the topmost site visible to the user. */
  depth: z.int(),
  hosts: z.array(z.string()),
  status: siteStatus,
  users: z.int(),
  admins: z.int(),
  primaryColor: z.string(),
  createdAt: moment,
  /** Why each action isn't available. Null if it is. */
  actions: z.strictObject({
    suspend: z.string().nullable(),
    resume: z.string().nullable(),
    createBelow: z.string().nullable(),
  }),
});

export const siteListEndpoints = {
  listSites: endpoint({
    title: localize('operations.listSites'),
    method: 'GET',
    path: '/sites',
    summary: 'List your sites as a tree.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    query: listQuery(['tree', 'name', 'users', 'created'], { status: siteStatus.optional() }),
    answer: listPage(siteRow),
  }),
  createSite: endpoint({
    title: localize('operations.createSite'),
    method: 'POST',
    path: '/sites',
    summary: 'Create a sub-site.',
    access: 'sites.create',
    changes: true,
    touches: ['site'],
    body: z.strictObject({
      name: settingsShape.name,
      systemName: settingsShape.systemName,
      /** Default: the caller's own site. */
      parentId: id.optional(),
      host: hostnameInput.optional(),
      languages: siteLanguages,
      currency,
      timeZone,
    }),
    answer: z.strictObject({ id, siteHost: z.string() }),
    errors: ['hostIllegal', 'hostInUse'],
  }),
  getSite: endpoint({
    title: localize('operations.getSite'),
    method: 'GET',
    path: '/sites/{siteHost}',
    summary: 'Get a site by hostname or ID.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    params: siteParams,
    answer: siteRow.extend({ parentName: z.string().nullable(), isOwn: z.boolean() }),
  }),
  hostState: endpoint({
    title: localize('operations.hostState'),
    method: 'GET',
    path: '/hostState',
    command: 'hosts get-state',
    summary: 'Check whether a hostname is available: 1 available, 2 in use, 3 illegal.',
    access: 'sites.view',
    changes: false,
    topics: ['site'],
    query: z.strictObject({ host: hostnameInput }),
    answer: z.strictObject({ host: z.string(), state: z.int(), problem: z.string() }),
  }),
};
