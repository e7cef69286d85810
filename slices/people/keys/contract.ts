import * as z from 'zod';
import { clientIdPattern, keyTypes } from '../../../contract/access/keys.ts';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { datePage, datePageQuery, listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const keyType = z.enum(keyTypes);
/** `closed`: the owner is suspended, locked or disabled. */
export const keyState = z.enum(['active', 'disabled', 'expired', 'closed']);

/** Null if the viewer can do it now. Otherwise the reason, in the viewer's language. */
const reason = z.string().nullable();
export const keyActions = z.strictObject({
  change: reason,
  rotate: reason,
  enable: reason,
  disable: reason,
  remove: reason,
});

export const keyItem = z.strictObject({
  id,
  /** The public part of the key: `AuthClientId`. */
  clientId: z.string(),
  name: z.string(),
  type: keyType,
  /** Whether the key works in the sandbox of the simulated engine, at no cost. */
  isTest: z.boolean(),
  state: keyState,
  owner: z.string(),
  scopes: z.array(z.string()),
  /** The number of servers the key is limited to. Null if it isn't limited. */
  serverCount: z.int().nullable(),
  createdAt: moment,
  expiresAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
  lastIp: z.string(),
  actions: keyActions,
});

export const keyDetail = keyItem.extend({
  ownerId: id,
  /** The scopes that the owner currently doesn't have, which have no effect. */
  scopesWithout: z.array(z.string()),
  /**
   * Addresses and ranges from which the key can be used. If empty, those of its owner's account
   * apply.
   */
  allowedIps: z.array(z.string()),
  ratePerMinute: z.int(),
  rotatedAt: moment.nullable(),
  /** Until then, the previous secret also works. */
  previousUntil: moment.nullable(),
  servers: z.array(z.strictObject({ id, name: z.string().nullable() })),
});

const keyParams = z.strictObject({
  clientId: z
    .string()
    .trim()
    .regex(clientIdPattern, {
      message: schemaMessage(localize('invalid.message.apiKeyIdRequired')),
    }),
});
const name = text({ min: 1, max: 100 });
const scopes = z.array(z.string().max(60)).max(100);
const serverIds = z.array(id).min(1).max(100);
const allowedIps = z.array(text({ min: 2, max: 60 })).max(50);
const ratePerMinute = z.int().min(1).max(6000);
const secret = z.string();

export const keyEndpoints = {
  listKeys: endpoint({
    title: localize('operations.listKeys'),
    method: 'GET',
    path: '/apikeys',
    summary: 'List the API keys you manage.',
    access: 'keys.view',
    changes: false,
    topics: ['apikey'],
    query: listQuery(['name', 'created', 'lastUsed', 'type'], { type: keyType.optional() }),
    answer: listPage(keyItem),
  }),
  createKey: endpoint({
    title: localize('operations.createKey'),
    method: 'POST',
    path: '/apikeys',
    summary: 'Create an API key. Its secret is only in this answer.',
    access: 'keys.manage',
    changes: true,
    touches: ['apikey'],
    proof: true,
    body: z.strictObject({
      name,
      type: keyType,
      /** Defaults to all scopes that the key's type can have. */
      scopes: scopes.min(1).optional(),
      /** The servers that a key of type `server` is limited to. */
      serverIds: serverIds.optional(),
      /** Null or omitted if the key doesn't expire. */
      expiresAt: moment.nullable().optional(),
      allowedIps: allowedIps.optional(),
      ratePerMinute: ratePerMinute.optional(),
      isTest: z.boolean().optional(),
    }),
    answer: z.strictObject({ clientId: z.string(), secret }),
    errors: [
      'keyScopeRefused',
      'keyServersWrong',
      'keyLimit',
      'keyExpiryPast',
      'keyRangeInvalid',
      'keyNotYours',
      'keyTestKind',
    ],
  }),
  keyOptions: endpoint({
    title: localize('operations.keyOptions'),
    method: 'GET',
    path: '/apikeys/options',
    summary: 'Get the permissions available for each key type.',
    access: 'keys.view',
    changes: false,
    answer: z.strictObject({
      types: z.array(z.strictObject({ type: keyType, scopes: z.array(z.string()) })),
      max: z.int(),
      /** Why the user can't create a key. Null if they can. */
      create: reason,
    }),
  }),
  getOwnKey: endpoint({
    title: localize('operations.getOwnKey'),
    method: 'GET',
    path: '/apikeys/self',
    command: 'keys get-own',
    summary: 'Get the API key used for this call, with its owner and current permissions.',
    access: 'signedIn',
    changes: false,
    forKeys: true,
    answer: z.strictObject({
      /** Null if the caller uses a session. */
      key: z
        .strictObject({
          clientId: z.string(),
          name: z.string(),
          type: keyType,
          isTest: z.boolean(),
          servers: z.array(id).nullable(),
        })
        .nullable(),
      email: z.string(),
      role: z.string(),
      /** The permissions that currently apply. */
      permissions: z.array(z.string()),
    }),
  }),
  getKey: endpoint({
    title: localize('operations.getKey'),
    method: 'GET',
    path: '/apikeys/{clientId}',
    summary: 'Get an API key.',
    access: 'keys.view',
    changes: false,
    topics: ['apikey:{clientId}'],
    params: keyParams,
    answer: keyDetail,
  }),
  updateKey: endpoint({
    title: localize('operations.updateKey'),
    method: 'PUT',
    path: '/apikeys/{clientId}',
    summary: 'Update an API key’s name, permissions, allowed IP addresses, rate limit, and expiry.',
    access: 'keys.manage',
    changes: true,
    touches: ['apikey:{clientId}'],
    dangerous: true,
    params: keyParams,
    body: z.strictObject({
      name: name.optional(),
      scopes: scopes.min(1).optional(),
      expiresAt: moment.nullable().optional(),
      allowedIps: allowedIps.optional(),
      ratePerMinute: ratePerMinute.optional(),
    }),
    answer: done,
    errors: ['keyScopeRefused', 'keyExpiryPast', 'keyRangeInvalid', 'keyNotYours'],
  }),
  setKeyServers: endpoint({
    title: localize('operations.setKeyServers'),
    method: 'PUT',
    path: '/apikeys/{clientId}/servers',
    summary: 'Set the servers that a server key can access.',
    access: 'keys.manage',
    changes: true,
    touches: ['apikey:{clientId}'],
    dangerous: true,
    params: keyParams,
    body: z.strictObject({ serverIds }),
    answer: done,
    errors: ['keyServersWrong', 'keyNotYours'],
  }),
  enableKey: endpoint({
    title: localize('operations.enableKey'),
    method: 'PUT',
    path: '/apikeys/{clientId}/enabled',
    summary: 'Enable or disable an API key at once.',
    access: 'keys.manage',
    changes: true,
    touches: ['apikey:{clientId}'],
    params: keyParams,
    body: z.strictObject({ enabled: z.boolean() }),
    answer: done,
    errors: ['keyNotYours'],
  }),
  rotateKey: endpoint({
    title: localize('operations.rotateKey'),
    method: 'POST',
    path: '/apikeys/{clientId}/secret',
    summary:
      'Rotate an API key’s secret. The old secret keeps working for the given number of hours.',
    access: 'keys.manage',
    changes: true,
    touches: ['apikey:{clientId}'],
    proof: true,
    params: keyParams,
    body: z.strictObject({ overlapHours: z.int().min(0).max(168).optional() }),
    answer: z.strictObject({ clientId: z.string(), secret, previousUntil: moment.nullable() }),
    errors: ['keyNotYours'],
  }),
  deleteKey: endpoint({
    title: localize('operations.deleteKey'),
    method: 'DELETE',
    path: '/apikeys/{clientId}',
    summary: 'Delete an API key. It stops working at once.',
    access: 'keys.manage',
    changes: true,
    touches: ['apikey:{clientId}'],
    params: keyParams,
    answer: done,
  }),
  listKeyUses: endpoint({
    title: localize('operations.listKeyUses'),
    method: 'GET',
    path: '/apikeys/{clientId}/uses',
    summary: 'List changes and refused calls made with an API key, newest first.',
    access: 'keys.view',
    changes: false,
    topics: ['apikey:{clientId}'],
    params: keyParams,
    query: datePageQuery,
    answer: datePage(
      z.strictObject({
        id: z.int(),
        at: moment,
        operation: z.string(),
        outcome: z.enum(['done', 'refused', 'failed']),
        target: z.strictObject({ type: z.string(), id: z.string() }).nullable(),
        ip: z.string(),
        requestId: z.string(),
      }),
    ),
  }),
  authenticateKey: endpoint({
    title: localize('operations.authenticateKey'),
    method: 'POST',
    path: '/service/authenticate',
    also: '/service/authenticate',
    summary: 'Exchange an API key for an `Authorization: Bearer` token that is valid for one hour.',
    access: 'public',
    changes: false,
    body: z.strictObject({
      clientId: z.string().trim().max(100),
      secret: z.string().trim().max(200),
    }),
    answer: z.strictObject({ authentication: z.string(), expires: moment }),
    errors: [
      'keyRefused',
      'keyExpired',
      'keyDisabled',
      'keyAddressRefused',
      'keyOwnerClosed',
      'keyTooFast',
    ],
  }),
};

export { keyEndpoints as endpoints };
