import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { timeZone } from '../../../contract/fields/timeZone.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';

/**
 * The action. `on` starts or resumes a server, `off` requests a shutdown, and `snapshot` takes a
 * snapshot and keeps the latest ones.
 */
export const scheduleAction = z.enum(['on', 'off', 'reboot', 'suspended', 'resumed', 'snapshot']);

const reason = z.string().nullable();

/** The result for one server when a schedule ran: a task, or the reason why there is none. */
const runResult = z.strictObject({
  serverId: z.uuid(),
  name: z.string(),
  cmdId: z.int().nullable(),
  problem: z.string().nullable(),
});

export const scheduleItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  action: scheduleAction,
  /** Number of snapshots to keep. Null for other actions. */
  keep: z.int().nullable(),
  /** The server. Null if the schedule applies to all of the owner's servers with a tag. */
  server: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  tag: z.string().nullable(),
  /** Minute, hour, day of the month, month, day of the week, as in crontab(5). */
  times: z.string(),
  timeZone: z.string(),
  isEnabled: z.boolean(),
  owner: z.string(),
  /** The next run times, earliest first. Empty while the schedule is disabled. */
  next: z.array(moment),
  last: z
    .strictObject({
      dueAt: moment,
      ranAt: moment,
      state: z.enum(['started', 'missed']),
      results: z.array(runResult),
    })
    .nullable(),
  /**
   * Why recent runs failed, until a later run succeeds or the failure is acknowledged. Null
   * otherwise.
   */
  trouble: z.string().nullable(),
  actions: z.strictObject({ change: reason, remove: reason, run: reason, acknowledge: reason }),
});

const times = text({ min: 9, max: 200 });
const commonFields = {
  name: text({ min: 1, max: 100 }),
  action: scheduleAction,
  /** Required for `snapshot`, and not allowed for other actions. */
  keep: z.int().min(1).max(30).optional(),
  /** Either a server or a tag is required. */
  serverId: id.optional(),
  tag: text({ min: 1, max: 40 }).optional(),
  times,
  timeZone,
  isEnabled: z.boolean().optional(),
};

const params = z.strictObject({ scheduleId: id });
const errors = ['scheduleTimesWrong', 'scheduleLimit'] as const;

export const scheduleEndpoints = {
  listSchedules: endpoint({
    title: localize('operations.listSchedules'),
    method: 'GET',
    path: '/schedules',
    summary: 'List schedules. With `server`, those that apply to it directly or by tag.',
    access: 'servers.view',
    changes: false,
    topics: ['schedule', 'task'],
    query: listQuery(['name', 'next'] as const, { server: id.optional() }),
    answer: listPage(scheduleItem),
  }),
  previewSchedule: endpoint({
    title: localize('operations.previewSchedule'),
    method: 'POST',
    path: '/schedules/preview',
    summary: 'Preview the next runs of a schedule in a time zone.',
    access: 'servers.view',
    changes: false,
    body: z.strictObject({ times, timeZone }),
    answer: z.strictObject({ next: z.array(moment) }),
    errors: ['scheduleTimesWrong'],
  }),
  createSchedule: endpoint({
    title: localize('operations.createSchedule'),
    method: 'POST',
    path: '/schedules',
    summary: 'Create a schedule for a server, or for all servers with a tag.',
    access: 'servers.operate',
    changes: true,
    touches: ['schedule', 'server', 'task'],
    body: z.strictObject(commonFields),
    answer: z.strictObject({ id: z.uuid() }),
    errors,
  }),
  updateSchedule: endpoint({
    title: localize('operations.updateSchedule'),
    method: 'PUT',
    path: '/schedules/{scheduleId}',
    summary: 'Update a schedule. Its target can’t change.',
    access: 'servers.operate',
    changes: true,
    touches: ['schedule', 'server', 'task'],
    params,
    body: z.strictObject({
      name: commonFields.name.optional(),
      keep: commonFields.keep,
      times: times.optional(),
      timeZone: timeZone.optional(),
      isEnabled: z.boolean().optional(),
    }),
    answer: done,
    errors,
  }),
  runSchedule: endpoint({
    title: localize('operations.runSchedule'),
    method: 'POST',
    path: '/schedules/{scheduleId}/run',
    summary: 'Run a schedule now.',
    access: 'servers.operate',
    changes: true,
    touches: ['schedule', 'server', 'task'],
    params,
    answer: z.strictObject({ results: z.array(runResult) }),
  }),
  acknowledgeSchedule: endpoint({
    title: localize('operations.acknowledgeSchedule'),
    method: 'POST',
    path: '/schedules/{scheduleId}/acknowledge',
    summary: 'Acknowledge a failed schedule run.',
    access: 'servers.operate',
    changes: true,
    touches: ['schedule', 'server', 'task'],
    params,
    answer: done,
    errors: ['scheduleNotTroubled'],
  }),
  deleteSchedule: endpoint({
    title: localize('operations.deleteSchedule'),
    method: 'DELETE',
    path: '/schedules/{scheduleId}',
    command: 'schedules delete',
    summary: 'Delete a schedule. Snapshots it created stay.',
    access: 'servers.operate',
    changes: true,
    touches: ['schedule', 'server', 'task'],
    params,
    answer: done,
  }),
};

export { scheduleEndpoints as endpoints };
