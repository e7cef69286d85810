import type { ColumnType, Generated, Kysely } from 'kysely';
import type { LocalizedText } from '../../../contract/languages.ts';
import type { Database } from '../database/database.ts';
import type { PlatformTables } from '../database/tables.ts';
import type { OutboundState, Payload } from './outbound.ts';

export interface OutboundJobTable {
  id: Generated<number>;
  type: string;
  key: string;
  site_id: string;
  sequence: ColumnType<string | null, string | null | undefined, never>;
  payload: ColumnType<Payload, string, string>;
  destination: ColumnType<string | null, string | null | undefined, string | null>;
  destination_title: Generated<string>;
  state: ColumnType<OutboundState, OutboundState | undefined, OutboundState>;
  attempts: Generated<number>;
  due_at: Date;
  queued_at: Date;
  created_at: Date;
  tried_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  ended_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  claim: ColumnType<string | null, string | null | undefined, string | null>;
  lease_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reason: ColumnType<LocalizedText | null, string | null | undefined, string | null>;
  detail: Generated<string>;
}

export type OutboundTables = {
  outbound_job: OutboundJobTable;
  outbound_destination: {
    type: string;
    key: string;
    /** Consecutive failures of the destination. */
    failures: Generated<number>;
    /** Number of consecutive times the breaker has opened. */
    openings: Generated<number>;
    /** No job is attempted before this time. */
    open_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
};

export type OutboundDatabase = Kysely<PlatformTables & OutboundTables>;

export const withOutboundTables = (db: Database): OutboundDatabase =>
  db.withTables<OutboundTables>() as OutboundDatabase;
