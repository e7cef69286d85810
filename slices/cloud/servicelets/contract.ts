import * as z from 'zod';
import { commandHandle, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { normalizeGuestText } from '../../../contract/fields/guestText.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { guestPort, guestSignIn } from '../consoles/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/** Why the action isn't available now, in the viewer's language. Null if it is. */
const reason = z.string().nullable();

/** `command` is entered by a user. The other kinds belong to the server's application package. */
export const serviceletKind = z.enum(['command', 'install', 'check', 'upgrade', 'remove']);
export const serviceletState = z.enum([
  'queued',
  'running',
  'done',
  'failed',
  'timedOut',
  'cancelled',
]);

/**
 * `agent`: through the QEMU guest agent, as root. `ssh`: over SSH, as the signed-in user.
 * `simulated`: passed to a simulated server, which runs nothing.
 */
export const serviceletMethod = z.enum(['agent', 'ssh', 'simulated']);

/**
 * The guest user that runs the script. The credentials are stored encrypted until it has ended, and
 * are never disclosed.
 */
export const serviceletSsh = z
  .strictObject({
    ...guestSignIn,
    /** Default 22. */
    port: guestPort.optional(),
  })
  .refine(({ password, privateKey }) => (password === undefined) !== (privateKey === undefined), {
    path: ['password'],
    message: schemaMessage(localize('invalid.message.enterEitherPasswordPrivate')),
  })
  .refine(({ privateKey, passphrase }) => passphrase === undefined || privateKey !== undefined, {
    path: ['passphrase'],
    message: schemaMessage(localize('invalid.message.passphraseRequiresPrivateKey')),
  });

/** A script that runs inside a server. */
export const serviceletItem = z.strictObject({
  id: z.uuid(),
  kind: serviceletKind,
  title: z.string(),
  state: serviceletState,
  /** The script's exit code. Null while it runs, or if it was stopped. */
  exitCode: z.int().nullable(),
  /** Why the script couldn't run or didn't end on its own. */
  problem: z.string().nullable(),
  /** The status code of the problem, if it has one. */
  problemCode: z.int().nullable(),
  by: serviceletMethod,
  /** The SSH user and port. Null if the script doesn't run over SSH. */
  ssh: z.strictObject({ user: z.string(), port: z.int() }).nullable(),
  cmdId: z.int().nullable(),
  createdBy: z.string(),
  createdAt: moment,
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
  actions: z.strictObject({ cancel: reason }),
});

export const serviceletDetail = serviceletItem.extend({
  script: z.string(),
  timeoutSeconds: z.int(),
  /** The last part of the output, at most 256 KiB. */
  output: z.string(),
  isTruncated: z.boolean(),
});

const serverParams = z.strictObject({ serverId: id });
const serviceletParams = z.strictObject({ serverId: id, serviceletId: id });

export const serviceletEndpoints = {
  listServicelets: endpoint({
    title: localize('operations.listServicelets'),
    method: 'GET',
    path: '/servers/{serverId}/servicelets',
    summary: 'List the latest 100 scripts run on a server, newest first.',
    access: 'servicelets.run',
    changes: false,
    topics: ['servicelet', 'server:{serverId}'],
    params: serverParams,
    answer: z.strictObject({
      items: z.array(serviceletItem),
      run: reason,
      /**
       * The suggested way for the next script: the same as the last command, or SSH if no agent
       * responded to it. Always `simulated` for simulated servers.
       */
      by: serviceletMethod,
    }),
  }),
  runServicelet: endpoint({
    title: localize('operations.runServicelet'),
    method: 'POST',
    path: '/servers/{serverId}/servicelets',
    summary:
      'Run a script on a server after those already queued: as root through the guest agent, or over SSH as the given user.',
    access: 'servicelets.run',
    changes: true,
    touches: ['servicelet', 'task'],
    dangerous: true,
    params: serverParams,
    body: z.strictObject({
      title: text({ max: 100 }).optional(),
      /** Starts with `#!`, otherwise it runs in /bin/sh. */
      script: z
        .string()
        .overwrite(normalizeGuestText)
        .min(1)
        .max(65_536)
        .refine((value) => !value.includes('\u0000') && value.isWellFormed(), {
          message: schemaMessage(localize('invalid.message.enterScriptWithoutU')),
        }),
      /** Defaults to 300. */
      timeoutSeconds: z.int().min(5).max(7200).optional(),
      /** If omitted, the script runs through the guest agent. */
      ssh: serviceletSsh.optional(),
    }),
    answer: z.strictObject({ ...commandHandle.shape, id: z.uuid() }),
    errors: ['serverWrongState', 'datacenterNotReady', 'serviceletQueueFull', 'sshKeyUnreadable'],
  }),
  getServicelet: endpoint({
    title: localize('operations.getServicelet'),
    method: 'GET',
    path: '/servers/{serverId}/servicelets/{serviceletId}',
    summary: 'Get a script run with its output.',
    access: 'servicelets.run',
    changes: false,
    topics: ['servicelet:{serviceletId}'],
    params: serviceletParams,
    answer: serviceletDetail,
  }),
  cancelServicelet: endpoint({
    title: localize('operations.cancelServicelet'),
    method: 'PUT',
    path: '/servers/{serverId}/servicelets/{serviceletId}/cancel',
    summary: 'Cancel a queued or running script.',
    access: 'servicelets.run',
    changes: true,
    touches: ['servicelet:{serviceletId}', 'task'],
    params: serviceletParams,
    answer: z.strictObject({ done: z.literal(true) }),
    errors: ['taskNotCancellable'],
  }),
};

export { serviceletEndpoints as endpoints };
