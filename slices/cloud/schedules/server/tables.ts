import type { ColumnType, Generated } from 'kysely';
import type { MessageValues } from '../../../../contract/errors/errors.ts';
import type { Context } from '../../../../server/platform/context.ts';

export type ScheduleAction = 'on' | 'off' | 'reboot' | 'suspended' | 'resumed' | 'snapshot';

/**
 * The result for one server: a task, neither if there was nothing to do, or the code and values of
 * the reason.
 */
export interface RunResult {
  serverId: string;
  name: string;
  cmdId: number | null;
  refusal: { name: string; values: MessageValues } | null;
}

type ScheduleTables = {
  schedule: {
    id: string;
    owner_id: string;
    site_id: string;
    name: string;
    action: ScheduleAction;
    keep: number | null;
    server_id: string | null;
    tag: string | null;
    cron: string;
    time_zone: string;
    is_enabled: Generated<boolean>;
    next_at: Date | null;
    created_by: string;
    created_at: Generated<Date>;
    troubled_run: number | null;
  };
  schedule_run: {
    id: Generated<number>;
    schedule_id: string;
    due_at: Date;
    ran_at: Generated<Date>;
    state: 'started' | 'missed';
    outcome: Generated<'done' | 'troubled' | null>;
    results: ColumnType<RunResult[], string | undefined, string>;
  };
};

export const scheduleTables = (db: Context['db']) => db.withTables<ScheduleTables>();
