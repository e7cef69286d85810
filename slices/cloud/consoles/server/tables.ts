import type { Generated } from 'kysely';
import type * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import type { consoleKind, recordingMode } from '../contract.ts';

export type ConsoleKind = z.output<typeof consoleKind>;
export type RecordingMode = z.output<typeof recordingMode>;

type ConsoleTables = {
  console_ticket: {
    ticket_hash: Buffer;
    server_id: string;
    user_id: string;
    session_hash: Buffer | null;
    key_id: string | null;
    key_generation: number | null;
    kind: ConsoleKind;
    port: number | null;
    recorded: RecordingMode;
    expires_at: Date;
  };
  console_host_key: {
    server_id: string;
    port: number;
    algorithm: string;
    key: Buffer;
    first_seen_at: Generated<Date>;
    seen_by: string | null;
  };
  console_recording: {
    id: string;
    server_id: string;
    server_name: string;
    site_id: string;
    owner_id: string;
    user_id: string;
    operator_id: string | null;
    ip: string;
    kind: ConsoleKind;
    has_input: boolean;
    file: string;
    state: Generated<'running' | 'kept' | 'cut'>;
    started_at: Generated<Date>;
    seen_at: Generated<Date>;
    ended_at: Date | null;
    duration_ms: number | null;
    bytes: number | null;
    sha256: Buffer | null;
  };
};

export const consoleTables = (db: Context['db']) => db.withTables<ConsoleTables>();
