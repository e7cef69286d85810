import type { ColumnType, Generated } from 'kysely';
import type { Context } from '../../../../server/platform/context.ts';

export type TransferState = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'expired';

type TransferTables = {
  server_transfer: {
    id: string;
    server_id: string;
    server_name: string;
    site_id: string;
    from_user_id: string;
    to_email: string;
    note: string;
    state: Generated<TransferState>;
    created_at: Generated<Date>;
    expires_at: Date;
    decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
};

export const transferTables = (db: Context['db']) => db.withTables<TransferTables>();
