import {
  accountRows,
  below,
  open,
  owned,
  ownedAtSite,
  portalRows,
  type RowRules,
  siteRows,
} from './database/rowSecurity/rules.ts';

/** The row security of each table: the rows that the caller's scope can see and change. */
export const rowRules: RowRules = {
  session: accountRows('user_id', 'acting_for'),
  api_key_pace: below('api_key', 'key_id'),
  idempotency: owned('actor_id'),
  audit_entry: {
    kind: 'condition',
    using: `actor_id = any($accounts) or on_behalf_of = any($accounts) or site_id = any($sites)
      or (target_type = 'user' and target_id = any((select row_scope_accounts()::text[])::text[]))`,
  },
  audit_seal: open('hashes of entries'),
  task: ownedAtSite('owner_id', 'created_by', 'on_behalf_of'),
  task_log: below('task', 'task_id'),
  task_step: below('task', 'task_id'),
  task_worker: portalRows,
  mail_message: accountRows('user_id'),
  sms_message: accountRows('user_id'),
  setting: siteRows,
  chore: portalRows,
  migration: portalRows,
  secret_check: { kind: 'closed', reason: 'read at the start of the portal only' },
};
