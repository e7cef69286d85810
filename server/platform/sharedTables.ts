import type { SharedTables } from './database/sharedTables.ts';

/** Tables that queries of other slices use. */
export const sharedTables: SharedTables = {
  audit_entry: { readers: ['consoles', 'reports', 'servers', 'users'] },
  audit_seal: { readers: ['audit'] },
  mail_message: { readers: ['invoices', 'mails'] },
  session: { readers: ['accounts', 'consoles', 'profile', 'users'] },
  setting: { readers: ['identity', 'settings'] },
  sms_message: { readers: ['mails'] },
  task: {
    readers: ['backups', 'invoices', 'prepaid', 'queue', 'schedules', 'servers', 'servicelets'],
  },
  task_log: { readers: ['queue'] },
  task_step: { readers: ['queue'] },
};
