import * as z from 'zod';
import { endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { maxEmailLength } from '../../../contract/fields/email.ts';
import type { LocalizedText } from '../../../contract/languages.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const batchKind = z.enum(['suspend', 'resume', 'terminate', 'forceDeposit']);

/** One line of the list: the effect on the account, or why there is none. */
export const batchLine = z.strictObject({
  line: z.int(),
  /** As entered. */
  given: z.string(),
  userId: id.nullable(),
  email: z.string().nullable(),
  site: z.string().nullable(),
  /** Why the account can't be changed. Null if it can. */
  problem: z.string().nullable(),
  /** The effects, one sentence each. */
  effects: z.array(z.string()),
});

const list = text({ min: 1, max: 200_000, multiline: true });
const reason = text({ min: 3, max: 500 });
const started = z.strictObject({
  checkOnly: z.boolean(),
  good: z.int(),
  bad: z.int(),
  lines: z.array(batchLine),
  /** The batch that contains the results. Null if the list was only checked. */
  batchId: id.nullable(),
  /** The task that runs the batch. Its progress is at `/queue/command/{cmdId}`. */
  cmdId: z.int().nullable(),
});

const batch = <const P extends string>(path: P, summary: string, title: LocalizedText) =>
  endpoint({
    title,
    method: 'POST',
    path,
    summary,
    access: 'accounts.batch',
    changes: true,
    touches: ['user', 'server', 'task'],
    dangerous: true,
    /** Email addresses or IDs, one per line or as the first column of a CSV file. */
    body: z.strictObject({ list, reason, checkOnly: z.boolean() }),
    answer: started,
    errors: ['batchRefused'],
  });

export const batchItem = z.strictObject({
  id,
  kind: batchKind,
  isUndo: z.boolean(),
  by: z.string(),
  createdAt: moment,
  reason: z.string(),
  total: z.int(),
  done: z.int(),
  /** From this many accounts on, a second approval is required. */
  asked: z.int(),
  refused: z.int(),
  cmdId: z.int().nullable(),
  /** Why it can't be undone. Null if it can. */
  undoProblem: z.string().nullable(),
});

export const accountEndpoints = {
  suspendAccounts: endpoint({
    title: localize('operations.suspendAccounts'),
    method: 'POST',
    path: '/suspendAccounts',
    summary:
      'Suspend accounts. Their servers are stopped and data is kept. With `checkOnly`, only preview the effect.',
    access: 'accounts.batch',
    changes: true,
    touches: ['user', 'server', 'task'],
    dangerous: true,
    body: z.strictObject({
      list,
      reason,
      checkOnly: z.boolean(),
      cause: z.enum(['policy', 'billing']),
    }),
    answer: started,
    errors: ['batchRefused'],
  }),
  resumeAccounts: batch(
    '/resumeAccounts',
    'Resume suspended accounts and start the servers that the suspension stopped.',
    localize('operations.resumeAccounts'),
  ),
  terminateAccounts: endpoint({
    title: localize('operations.terminateAccounts'),
    method: 'POST',
    path: '/terminateAccounts',
    summary:
      'Terminates accounts: locked and disabled, their servers moved to the Trash. With `checkOnly` it only says what would happen.',
    access: 'accounts.batch',
    changes: true,
    touches: ['user', 'server', 'task'],
    proof: true,
    /**
     * `count`: the number of accounts to terminate. Without it, nothing is changed, only checked.
     */
    body: z.strictObject({
      list,
      reason,
      checkOnly: z.boolean(),
      count: z.int().min(0).max(100_000).optional(),
    }),
    answer: started,
    errors: ['batchRefused'],
  }),
  forceDepositAccounts: batch(
    '/forceDepositAccounts',
    'Set accounts to Requires Deposit. They can’t order until a deposit is paid.',
    localize('operations.forceDepositAccounts'),
  ),
  listAccountBatches: endpoint({
    title: localize('operations.listAccountBatches'),
    method: 'GET',
    path: '/accountBatches',
    summary: 'List your recent account batches, newest first.',
    access: 'accounts.batch',
    changes: false,
    topics: ['task'],
    query: z.strictObject({ kind: batchKind.optional() }),
    answer: z.strictObject({ items: z.array(batchItem) }),
  }),
  getAccountBatch: endpoint({
    title: localize('operations.getAccountBatch'),
    method: 'GET',
    path: '/accountBatches/{batchId}',
    summary: 'Get the result of a batch for each account.',
    access: 'accounts.batch',
    changes: false,
    topics: ['task'],
    params: z.strictObject({ batchId: id }),
    answer: batchItem.extend({
      lines: z.array(
        z.strictObject({
          userId: id,
          email: z.string(),
          siteId: id,
          state: z.enum(['waiting', 'asked', 'done', 'refused']),
          note: z.string(),
        }),
      ),
    }),
  }),
  undoAccountBatch: endpoint({
    title: localize('operations.undoAccountBatch'),
    method: 'POST',
    path: '/accountBatches/{batchId}/undo',
    summary: 'Undo a batch for every account that hasn’t changed since.',
    access: 'accounts.batch',
    changes: true,
    touches: ['user', 'server', 'task'],
    dangerous: true,
    params: z.strictObject({ batchId: id }),
    answer: z.strictObject({ batchId: id, cmdId: z.int() }),
    errors: ['batchRefused'],
  }),
  migrateServices: endpoint({
    title: localize('operations.migrateServices'),
    method: 'POST',
    path: '/migrateServices',
    summary:
      'Move servers from one user to another user of the site, including billing. With `checkOnly`, only preview the effect.',
    access: 'accounts.batch',
    changes: true,
    touches: ['user', 'server', 'task'],
    dangerous: true,
    body: z.strictObject({
      /** Email address or ID. */
      from: text({ min: 1, max: 254 }),
      to: text({ min: 1, max: 254 }),
      /** Defaults to all servers that `from` owns. */
      serverIds: z.array(id).min(1).max(500).optional(),
      checkOnly: z.boolean(),
    }),
    answer: z.strictObject({
      checkOnly: z.boolean(),
      from: z.strictObject({ id, email: z.string() }),
      to: z.strictObject({ id, email: z.string() }),
      servers: z.array(z.strictObject({ id, name: z.string(), problem: z.string().nullable() })),
      moved: z.int(),
    }),
    errors: ['migrateRefused', 'serverBusy', 'serverNameTaken', 'userAboveYou'],
  }),
  updateAccountEmail: endpoint({
    title: localize('operations.updateAccountEmail'),
    method: 'POST',
    path: '/changeEmail',
    summary:
      'Change an account’s email address. The old address is notified, the new one must be verified, and sessions end. With `checkOnly`, only preview the effect.',
    access: 'accounts.batch',
    changes: true,
    touches: ['user'],
    proof: true,
    body: z.strictObject({
      /** The current email address, or the ID. */
      account: text({ min: 1, max: 254 }),
      email: text({ min: 1, max: maxEmailLength }),
      checkOnly: z.boolean(),
    }),
    answer: z.strictObject({
      checkOnly: z.boolean(),
      account: z.strictObject({ id, siteId: id, email: z.string(), site: z.string() }),
      email: z.string(),
      /** The number of sessions that end. */
      sessions: z.int(),
    }),
    errors: ['emailInvalid', 'emailNotAvailable', 'emailChangeRefused'],
  }),
};

export { accountEndpoints as endpoints };
