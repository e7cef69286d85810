import { createHash, randomBytes } from 'node:crypto';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import { lockServerForUpdate } from '../../servers/server/index.ts';
import type { consoleEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { requireGuacd } from './bridge/guacd.ts';
import type { KeyUse } from './bridge/keys.ts';
import { defaultPorts, isMachineConsole, needsGuacd } from './bridge/ports.ts';
import { recordingModes } from './settings.ts';
import { type ConsoleKind, consoleTables, type RecordingMode } from './tables.ts';

/** Long enough for the browser to open the stream, but too short to be shared. */
const ticketMs = 60_000;

type ConsoleRequest = z.output<(typeof consoleEndpoints)['openConsole']['body']>;
type Answer = z.input<(typeof consoleEndpoints)['openConsole']['answer']>;

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/**
 * Issues a one-time credential for a console of the server. Only its hash is stored. Throws
 * `consoleUnavailable`, `datacenterNotReady`, `guacdAway`.
 */
export async function issueTicket(
  ctx: SignedInContext,
  serverId: string,
  { kind, port: requestedPort }: ConsoleRequest,
): Promise<Answer> {
  const { server, facts } = await lockServerForUpdate(ctx, serverId, 'console');
  if (isMachineConsole(kind) && !facts.engine.consoles.includes(kind))
    throw userError('consoleUnavailable', { problem: notOffered }, 'kind');
  if (needsGuacd(kind)) await requireGuacd(ctx);
  const port = isMachineConsole(kind) ? null : (requestedPort ?? defaultPorts[kind] ?? null);
  const recorded = (await recordingModes(ctx, server.siteId))(kind);
  const ticket = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.clock.now().getTime() + ticketMs);
  const db = consoleTables(ctx.db);
  await db.deleteFrom('console_ticket').where('expires_at', '<', ctx.clock.now()).execute();
  await db
    .insertInto('console_ticket')
    .values({
      ...{
        ticket_hash: hashOf(ticket),
        server_id: serverId,
        user_id: ctx.actor.userId,
        session_hash: sessionOf(ctx),
      },
      ...{ key_id: ctx.actor.key?.id ?? null, key_generation: ctx.actor.key?.generation ?? null },
      ...{ kind, port, recorded, expires_at: expiresAt },
    })
    .execute();
  ctx.note({
    targetType: 'server',
    targetId: serverId,
    detail: { console: kind, ...(port === null ? {} : { port }), recorded },
  });
  return { ticket, path: `/svc/consoles/${ticket}`, expiresAt: expiresAt.toISOString(), recorded };
}

/** Null for a call with an access key, which has no session. */
function sessionOf(ctx: SignedInContext): Buffer | null {
  const hash = ctx.actor.session?.hash;
  return hash && hash.length > 0 ? hash : null;
}

const notOffered = localize('notOffered');

export interface ConsolePass {
  serverId: string;
  userId: string;
  sessionHash: Buffer | null;
  key: KeyUse | null;
  kind: ConsoleKind;
  port: number | null;
  recorded: RecordingMode;
}

/** Redeems the ticket, which can be used only once. Throws `consoleTicketInvalid`. */
export async function consumeTicket(ctx: Context, ticket: string): Promise<ConsolePass> {
  const consumed = await consoleTables(ctx.db)
    .deleteFrom('console_ticket')
    .where('ticket_hash', '=', hashOf(ticket))
    .returning([
      'server_id as serverId',
      'user_id as userId',
      'session_hash as sessionHash',
      'kind',
      'port',
      'recorded',
    ])
    .returning(['expires_at as expiresAt', 'key_id as keyId', 'key_generation as keyGeneration'])
    .executeTakeFirst();
  if (!consumed || consumed.expiresAt < ctx.clock.now()) throw userError('consoleTicketInvalid');
  const { expiresAt: _expiresAt, keyId, keyGeneration, ...ticketData } = consumed;
  return {
    ...ticketData,
    key: keyId === null || keyGeneration === null ? null : { id: keyId, generation: keyGeneration },
  };
}
