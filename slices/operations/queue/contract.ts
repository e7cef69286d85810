import * as z from 'zod';
import { done, endpoint, integerText, moment, text } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const taskState = z.enum(['queued', 'running', 'undoing', 'done', 'failed', 'cancelled']);

/** Whether the viewer can perform the action now, and why not otherwise. */
const action = z.strictObject({ isAllowed: z.boolean(), reason: z.string().nullable() });

/**
 * A task in the queue (specification section 3, task queue item, with additional fields for the
 * screen).
 */
export const queueItem = z.strictObject({
  id: z.int(),
  dtCreate: moment,
  /** When a worker first started it. Null while it's queued. */
  dtExecute: moment.nullable(),
  dtComplete: moment.nullable(),
  /** The name of the resource when the task was started. */
  serviceName: z.string(),
  /** The action and its object, in the viewer's language. */
  commandInfo: z.string(),
  /** 0 done, 1 failed, 2 canceled. Null while it is open. */
  exitCode: z.int().nullable(),
  /** 0–100 */
  progress: z.int(),
  /** A warning for the owner although the task continues. Null if there is none. */
  warn: z.string().nullable(),
  /** Noun and verb, such as `server.create`. */
  type: z.string(),
  state: taskState,
  isCancelRequested: z.boolean(),
  /** Whether it could neither be undone nor completed and needs manual attention. */
  isStuck: z.boolean(),
  target: z.strictObject({ type: z.string(), id: z.string() }),
  /** The user who started it. The portal's name if the viewer can't see the user. */
  createdBy: z.string(),
  /**
   * An estimate from recent durations of tasks of this type. Null if there is no data, or if the
   * task takes longer than usual.
   */
  remainingSeconds: z.int().nullable(),
  actions: z.strictObject({ cancel: action }),
});

export const queueStep = z.strictObject({
  name: z.string(),
  title: z.string(),
  state: z.enum(['pending', 'running', 'done', 'failed', 'undone']),
  dtStart: moment.nullable(),
  dtEnd: moment.nullable(),
});

/** Why a task failed, in the viewer's language. */
export const queueFailure = z.strictObject({
  /** Name of the step. */
  step: z.string(),
  reason: z.string(),
  /** The next step for the user. */
  nextStep: z.string(),
});

export const queueCommand = queueItem.extend({
  steps: z.array(queueStep),
  log: z.array(z.strictObject({ dt: moment, entry: z.string() })),
  failure: queueFailure.nullable(),
});

const commandParams = z.strictObject({ id: integerText({ min: 1, max: 999_999_999_999_999 }) });

export const queueEndpoints = {
  listQueue: endpoint({
    title: localize('operations.listQueue'),
    method: 'GET',
    path: '/queue',
    summary: 'List running, queued, and recent tasks, newest first.',
    access: 'tasks.view',
    changes: false,
    topics: ['task'],
    forBoundKeys: true,
    query: listQuery(['dtCreate', 'dtComplete', 'serviceName'], {
      /** `open`: tasks that haven't ended. */
      state: z.enum(['open', ...taskState.options]).optional(),
      targetType: text({ min: 1, max: 50 }).optional(),
      targetId: text({ min: 1, max: 200 }).optional(),
    }),
    answer: listPage(queueItem),
  }),
  getQueueCommand: endpoint({
    title: localize('operations.getQueueCommand'),
    method: 'GET',
    path: '/queue/command/{id}',
    command: 'tasks get',
    summary: 'Get a task with its steps, log, and, if it failed, the reason and next step.',
    access: 'tasks.view',
    changes: false,
    topics: ['task:{id}'],
    forBoundKeys: true,
    params: commandParams,
    answer: queueCommand,
  }),
  cancelQueueCommand: endpoint({
    title: localize('operations.cancelQueueCommand'),
    method: 'POST',
    path: '/queue/command/{id}/cancel',
    command: 'tasks cancel',
    summary: 'Cancel a task and undo its changes where possible.',
    access: 'tasks.cancel',
    changes: true,
    touches: ['task'],
    params: commandParams,
    answer: done,
    errors: ['taskNotCancellable'],
  }),
};

export { queueEndpoints as endpoints };
