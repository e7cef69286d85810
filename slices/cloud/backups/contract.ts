import * as z from 'zod';
import { commandHandle, done, endpoint, id, moment, text } from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { stored } from '../../../contract/fields/stored.ts';
import { timeZone } from '../../../contract/fields/timeZone.ts';
import { orderErrors } from '../../money/pricing/contract/orderErrors.ts';
import { costPreview, estimateAnswer } from '../../money/pricing/contract.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';

const reason = z.string().nullable();

/**
 * Why a backup is kept: as the latest of a day, a week or a month, or with `manual` until it is
 * deleted.
 */
const keptAs = z.enum(['daily', 'weekly', 'monthly', 'manual']);

/**
 * The result of the boot check, which starts a backup in isolation without a network. `alive`: its
 * system reached the login prompt. `unclear`: it ran without output on its serial console.
 * `silent`: no sign of activity. `failed`: the check could not run.
 */
const testResult = z.enum(['alive', 'unclear', 'silent', 'failed']);

export const backupItem = z.strictObject({
  id: z.uuid(),
  server: z.strictObject({ id: z.uuid(), name: z.string(), isThere: z.boolean() }),
  datacenter: z.string(),
  kind: z.enum(['scheduled', 'manual']),
  state: z.enum(['creating', 'ready', 'deleting']),
  keptAs: z.array(keptAs),
  createdAt: moment,
  /** Empty for scheduled backups. */
  createdBy: z.string(),
  owner: z.string(),
  /** Total size of the backup's files on the portal's disk. */
  sizeBytes: z.int(),
  disks: z.array(z.strictObject({ sizeGb: z.int(), sizeBytes: z.int(), sha256: z.string() })),
  /** Why the backup may be unusable. Null when there is no known problem. */
  problem: z.string().nullable(),
  /** The latest boot check. `result` is null while it is running. */
  test: z
    .strictObject({
      result: testResult.nullable(),
      evidence: z.string(),
      seconds: z.int().nullable(),
      at: moment,
    })
    .nullable(),
  actions: z.strictObject({ restore: reason, copy: reason, test: reason, remove: reason }),
});

const policy = z.strictObject({
  /** `HH:MM` in the time zone. */
  at: z
    .string()
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, {
      message: schemaMessage(localize('invalid.message.enterTimeExample02')),
    }),
  timeZone,
  /** How many days, weeks and months the latest backup of each is kept for. */
  keepDaily: z.int().min(1).max(31),
  keepWeekly: z.int().min(0).max(52),
  keepMonthly: z.int().min(0).max(24),
  /** How often the latest backup gets a boot check. */
  testEvery: z.enum(['never', 'weekly', 'monthly']),
});

const serverParams = z.strictObject({ serverId: id });
const params = z.strictObject({ backupId: id });

export const backupEndpoints = {
  listBackups: endpoint({
    title: localize('operations.listBackups'),
    method: 'GET',
    path: '/backups',
    summary: 'List backups, newest first. With `server`, those of one server.',
    access: 'backups.view',
    changes: false,
    topics: ['backup', 'task'],
    query: listQuery(['created', 'name', 'size'] as const, { server: id.optional() }),
    answer: listPage(backupItem),
  }),
  getServerBackup: endpoint({
    title: localize('operations.getServerBackup'),
    method: 'GET',
    path: '/servers/{serverId}/backup',
    summary: 'Get a server’s backup settings and their cost.',
    access: 'backups.view',
    changes: false,
    topics: ['server:{serverId}', 'task'],
    params: serverParams,
    answer: z.strictObject({
      isOn: z.boolean(),
      policy: stored(policy),
      next: moment.nullable(),
      /** The cost of backups of this server. Null if the viewer has no access to prices. */
      price: estimateAnswer.nullable(),
      manualMax: z.int(),
      actions: z.strictObject({ switch: reason, change: reason, create: reason }),
    }),
  }),
  switchServerBackup: endpoint({
    title: localize('operations.switchServerBackup'),
    method: 'PUT',
    path: '/servers/{serverId}/backup',
    command: 'servers set-backup',
    summary: 'Update a server’s backup settings. Existing backups stay.',
    access: 'backups.manage',
    changes: true,
    touches: ['backup', 'server:{serverId}', 'task'],
    orders: 'dearer',
    params: serverParams,
    body: z.strictObject({ isOn: z.boolean().optional(), policy: policy.optional() }),
    answer: done,
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...orderErrors,
      'serverWrongState',
      'serverBusy',
      'priceMissing',
    ],
  }),
  createBackup: endpoint({
    title: localize('operations.createBackup'),
    method: 'POST',
    path: '/servers/{serverId}/backups',
    summary: 'Back up all disks of a server now. The backup is kept until you delete it.',
    access: 'backups.manage',
    changes: true,
    touches: ['backup', 'server:{serverId}', 'task'],
    params: serverParams,
    answer: z.strictObject({ cmdId: z.int().positive(), backupId: z.uuid() }),
    errors: ['serverWrongState', 'serverBusy', 'backupNotOn', 'backupLimit', 'datacenterNotReady'],
  }),
  restoreBackup: endpoint({
    title: localize('operations.restoreBackup'),
    method: 'PUT',
    path: '/backups/{backupId}/restore',
    summary: 'Restore a backup over the disks of its server. Current data is lost; snapshots stay.',
    access: 'backups.manage',
    changes: true,
    touches: ['backup', 'server', 'task'],
    dangerous: true,
    params,
    answer: commandHandle,
    errors: [
      'serverWrongState',
      'serverBusy',
      'serverLocked',
      'backupNotReady',
      'backupDisksDiffer',
      'datacenterNotReady',
    ],
  }),
  copyBackup: endpoint({
    title: localize('operations.copyBackup'),
    method: 'POST',
    path: '/backups/{backupId}/server',
    summary: 'Create a server from a backup, with the original size and network or the given ones.',
    access: 'servers.create',
    changes: true,
    touches: ['backup', 'server', 'task'],
    params,
    body: z.strictObject({
      /** Defaults to a name derived from the original server. */
      name: text({ min: 1, max: 63 }).optional(),
      networkId: z.union([z.literal('auto'), id]).optional(),
      /**
       * The password of the account the system was created with. Without it, the old password is
       * kept if the system allows that.
       */
      password: z
        .string()
        .max(128)
        .regex(/^[ -~]*$/, {
          message: schemaMessage(localize('invalid.message.useAsciiLettersDigits')),
        })
        .optional(),
      powerOn: z.boolean().optional(),
    }),
    answer: z.strictObject({ cmdId: z.int().positive(), serverId: z.uuid(), name: z.string() }),
    errors: [
      'budgetBlocksOrders',
      'budgetOrderOver',
      ...orderErrors,
      'serverNameTaken',
      'serverSizeUnavailable',
      'networkFull',
      'backupNotReady',
      'datacenterNotReady',
      'priceMissing',
      'billingModeNotSold',
    ],
  }),
  previewBackupCopy: endpoint({
    title: localize('operations.previewBackupCopy'),
    method: 'GET',
    path: '/backups/{backupId}/cost/copy',
    summary:
      'Preview the cost of a server created from a backup, with the original size and a public IP address.',
    access: 'servers.create',
    changes: false,
    topics: ['price', 'backup'],
    params,
    answer: costPreview,
    errors: ['priceMissing'],
  }),
  testBackup: endpoint({
    title: localize('operations.testBackup'),
    method: 'POST',
    path: '/backups/{backupId}/test',
    summary: 'Boot a backup in isolation, without a network, and record the result.',
    access: 'backups.manage',
    changes: true,
    touches: ['backup', 'server', 'task'],
    params,
    answer: commandHandle,
    errors: ['backupNotReady', 'conflict', 'datacenterNotReady'],
  }),
  previewBackupRemoval: endpoint({
    title: localize('operations.previewBackupRemoval'),
    method: 'GET',
    path: '/backups/{backupId}/cost/removal',
    summary:
      'Preview the savings of deleting a backup. Backups included with a server cost nothing extra.',
    access: 'backups.view',
    changes: false,
    topics: ['price', 'backup'],
    params,
    answer: costPreview,
  }),
  deleteBackup: endpoint({
    title: localize('operations.deleteBackup'),
    method: 'DELETE',
    path: '/backups/{backupId}',
    command: 'backups delete',
    summary: 'Delete a backup permanently.',
    access: 'backups.manage',
    changes: true,
    touches: ['backup', 'server', 'task'],
    dangerous: true,
    params,
    answer: commandHandle,
    errors: ['backupNotReady'],
  }),
};

export { backupEndpoints as endpoints };
