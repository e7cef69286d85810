import {
  below,
  ofAccount,
  ofPortal,
  ofSite,
  open,
  owned,
  ownedAtSite,
  type RowRules,
} from './database/wall/rules.ts';

/** The row security of each table: the rows that the caller's scope can see and change. */
export const rowRules: RowRules = {
  session: ofAccount('user_id', 'acting_for'),
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
  task_worker: ofPortal,
  mail_message: ofAccount('user_id'),
  sms_message: ofAccount('user_id'),
  setting: ofSite,
  chore: ofPortal,
  migration: ofPortal,
  secret_check: { kind: 'closed', reason: 'read at the start of the portal only' },
};
