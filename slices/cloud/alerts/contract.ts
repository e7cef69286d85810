import * as z from 'zod';
import { done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { datePage, datePageQuery, listPage, listQuery } from '../../../contract/fields/page.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

/**
 * The metric. Percent of all cores or of the memory. Bytes or operations per second of all disks or
 * interfaces together. GB (10^9 bytes) in and out since the start of the month. `off`, `on`: power
 * state. `noData`: on, but without measurements.
 */
export const alertMetric = z.enum([
  'cpuPercent',
  'memoryPercent',
  'diskBytesPerSecond',
  'diskOpsPerSecond',
  'receivedBytesPerSecond',
  'sentBytesPerSecond',
  'monthTrafficGb',
  'off',
  'on',
  'noData',
]);
export const alertComparison = z.enum(['above', 'below']);
/**
 * `pending`: the condition is met, but not for long enough. `acknowledged`: no further
 * notifications.
 */
export const alertState = z.enum(['ok', 'pending', 'firing', 'acknowledged']);

const reason = z.string().nullable();
const bound = z.number().min(0).max(1e15);

export const alertItem = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** One server, or with a tag all of the owner's servers that have it. */
  server: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  tag: z.string().nullable(),
  metric: alertMetric,
  comparison: alertComparison,
  threshold: z.number(),
  /** A firing alert ends only once the value is back beyond this bound. */
  clearAt: z.number(),
  forMinutes: z.int(),
  byMail: z.boolean(),
  webhookUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  owner: z.string(),
  /** The worst state among the alert's servers. */
  state: alertState,
  /** The servers with a problem, at most 100. */
  servers: z.array(
    z.strictObject({
      serverId: z.uuid(),
      name: z.string(),
      state: alertState,
      since: moment,
      /**
       * The value when the server entered its state. For `firing` and `acknowledged`, the value
       * when the alert fired.
       */
      value: z.number().nullable(),
      acknowledgedBy: z.string().nullable(),
    }),
  ),
  actions: z.strictObject({ change: reason, remove: reason, test: reason, acknowledge: reason }),
});

export const alertEvent = z.strictObject({
  id: z.string(),
  at: moment,
  kind: z.enum(['firing', 'acknowledged', 'ok', 'test']),
  /** Empty for a test. */
  serverName: z.string(),
  /** The value at the time of the event. Null if the metric has no value. */
  value: z.number().nullable(),
  /** The threshold at that time. Null for states, and if it wasn't stored. */
  threshold: z.number().nullable(),
  /** The value when the alert fired. */
  firedValue: z.number().nullable(),
  /** Who acknowledged or tested the alert. */
  by: z.string(),
});

export const alertDelivery = z.strictObject({
  id: z.uuid(),
  at: moment,
  kind: alertEvent.shape.kind,
  url: z.string(),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** Time of the next attempt. */
  dueAt: moment.nullable(),
  /** The last HTTP status of the receiver. */
  httpStatus: z.int().nullable(),
  problem: z.string().nullable(),
});

const commonFields = {
  name: text({ min: 1, max: 100 }),
  comparison: alertComparison,
  /** Required for all metrics with a value. */
  threshold: bound,
  /** Defaults to the threshold. */
  clearAt: bound,
  forMinutes: z.int().min(0).max(1440),
  byMail: z.boolean(),
  /** An https URL on the public internet. Null for none. */
  webhookUrl: text({ min: 1, max: 500 }).nullable(),
  isEnabled: z.boolean(),
};

const params = z.strictObject({ alertId: id });
const path = '/alerts/{alertId}';
/** Signs the webhook calls (Standard Webhooks). Returned only this once. Null without a webhook. */
const secretAnswer = z.strictObject({ id: z.uuid(), webhookSecret: z.string().nullable() });
const writeOptions = { access: 'alerts.manage', changes: true } as const;
const readAccess = { method: 'GET', access: 'statistics.view', changes: false } as const;

export const alertEndpoints = {
  listAlerts: endpoint({
    title: localize('operations.listAlerts'),
    ...readAccess,
    topics: ['alert'],
    path: '/alerts',
    summary: 'List alerts. With `server`, those that watch it directly or by tag.',
    query: listQuery(['name', 'created'] as const, {
      server: id.optional(),
      state: z.enum(['firing', 'acknowledged']).optional(),
    }),
    answer: listPage(alertItem),
  }),
  getAlert: endpoint({
    title: localize('operations.getAlert'),
    ...readAccess,
    topics: ['alert:{alertId}'],
    path,
    summary: 'Get an alert with the servers that trigger it.',
    params,
    answer: alertItem,
  }),
  createAlert: endpoint({
    title: localize('operations.createAlert'),
    ...writeOptions,
    touches: ['alert'],
    method: 'POST',
    path: '/alerts',
    summary:
      'Create an alert for a server, or for all servers with a tag, with email and webhook notifications.',
    body: z.strictObject({
      name: commonFields.name,
      metric: alertMetric,
      comparison: commonFields.comparison.optional(),
      threshold: commonFields.threshold.optional(),
      clearAt: commonFields.clearAt.optional(),
      forMinutes: commonFields.forMinutes.optional(),
      /** Either a server or a tag. */
      serverId: id.optional(),
      tag: text({ min: 1, max: 40 }).optional(),
      byMail: commonFields.byMail.optional(),
      webhookUrl: commonFields.webhookUrl.optional(),
    }),
    answer: secretAnswer,
    errors: ['alertLimit', 'webhookRefused'],
  }),
  updateAlert: endpoint({
    title: localize('operations.updateAlert'),
    ...writeOptions,
    touches: ['alert:{alertId}'],
    method: 'PUT',
    path,
    summary: 'Update an alert. Its target can’t change; a new webhook URL gets a new secret.',
    params,
    body: z.strictObject({
      name: commonFields.name.optional(),
      comparison: commonFields.comparison.optional(),
      threshold: commonFields.threshold.optional(),
      clearAt: commonFields.clearAt.optional(),
      forMinutes: commonFields.forMinutes.optional(),
      byMail: commonFields.byMail.optional(),
      webhookUrl: commonFields.webhookUrl.optional(),
      isEnabled: commonFields.isEnabled.optional(),
    }),
    answer: secretAnswer,
    errors: ['webhookRefused'],
  }),
  deleteAlert: endpoint({
    title: localize('operations.deleteAlert'),
    ...writeOptions,
    touches: ['alert:{alertId}'],
    method: 'DELETE',
    path,
    command: 'alerts delete',
    summary: 'Delete an alert with its history.',
    params,
    answer: done,
  }),
  acknowledgeAlert: endpoint({
    title: localize('operations.acknowledgeAlert'),
    ...writeOptions,
    touches: ['alert:{alertId}'],
    method: 'POST',
    path: `${path}/acknowledge`,
    summary: 'Acknowledge an alert until its value returns to normal.',
    params,
    body: z.strictObject({ serverId: id }),
    answer: done,
    errors: ['alertNotFiring'],
  }),
  testAlert: endpoint({
    title: localize('operations.testAlert'),
    ...writeOptions,
    touches: ['alert:{alertId}'],
    method: 'POST',
    path: `${path}/test`,
    summary: 'Send a test email and webhook for an alert.',
    params,
    answer: z.strictObject({ mailed: z.boolean(), deliveryId: z.uuid().nullable() }),
    errors: ['alertTestedJustNow', 'alertTellsNobody'],
  }),
  renewAlertSecret: endpoint({
    title: localize('operations.renewAlertSecret'),
    ...writeOptions,
    touches: ['alert:{alertId}'],
    method: 'POST',
    path: `${path}/secret`,
    summary: 'Rotate the webhook secret. The old one stops working at once.',
    params,
    answer: secretAnswer,
    errors: ['alertWithoutWebhook'],
  }),
  listAlertEvents: endpoint({
    title: localize('operations.listAlertEvents'),
    ...readAccess,
    topics: ['alert:{alertId}'],
    path: `${path}/events`,
    summary: 'List the events of an alert, newest first.',
    params,
    query: datePageQuery,
    answer: datePage(alertEvent),
  }),
  listAlertDeliveries: endpoint({
    title: localize('operations.listAlertDeliveries'),
    ...readAccess,
    topics: ['alert:{alertId}'],
    path: `${path}/deliveries`,
    summary: 'List the latest 100 webhook deliveries of an alert with their results.',
    params,
    answer: z.strictObject({ items: z.array(alertDelivery) }),
  }),
};

export { alertEndpoints as endpoints };
