import type { FastifyReply, FastifyRequest } from 'fastify';
import { code } from '../../../../contract/errors/messages.ts';
import type { Services, SignedInContext } from '../../../../server/platform/context.ts';
import type { EventHub, LiveEvent } from '../../../../server/platform/events/hub.ts';
import { sessionCookie } from '../../../../server/platform/http/cookies.ts';
import { liveConnections } from '../../../../server/platform/http/metrics.ts';
import { readSession } from '../../../../server/platform/session/session.ts';
import {
  lossError,
  lossOf,
  type SessionEndReason,
} from '../../../../server/platform/session/sessionEnd.ts';
import { type EventFilter, eventFilter } from './eventFilter.ts';
import { readStreamLimits, type StreamOwner } from './streamLimits.ts';

const heartbeatMs = 25_000;
/**
 * The session is checked again after this many heartbeats. Ended sessions are reported immediately
 * by an event, and expired ones are detected here.
 */
const recheckAfterHeartbeats = 2;
/** The page can come from another process on a machine with a slightly different clock. */
const clockSlackMs = 2_000;
/** A timer can fire slightly before its scheduled time. */
const visitSlackMs = 100;
/**
 * Events that change the rights of either user while one acts for another: acting ends when the
 * actor lacks a right of the other.
 */
const rightsTopics: ReadonlySet<string> = new Set(['user', 'group', 'site']);
/**
 * A client with more unsent data than this is disconnected. Its browser reconnects and refetches
 * everything.
 */
const maxBufferedBytes = 256 * 1024;

interface Stream extends StreamOwner {
  write(text: string): void;
  close(): void;
  /** Sends the reason to the browser, which shows it on the sign-in page, and closes the stream. */
  end(loss: SessionEndReason): void;
  /**
   * Checks the session. Ends the stream if the session is over, and closes it if the session now
   * belongs to another account.
   */
  askSession(): Promise<unknown>;
  beats: number;
  /**
   * The event hub of the portal that opened the stream, because a process can have several portals.
   */
  events: EventHub;
}

const streams = new Set<Stream>();
const streamsOf = (events: EventHub): Stream[] =>
  [...streams].filter((stream) => stream.events === events);
let heartbeat: NodeJS.Timeout | null = null;

function sendHeartbeats(): void {
  for (const stream of streams) {
    stream.write(': here\n\n');
    stream.beats += 1;
    if (stream.beats % recheckAfterHeartbeats === 0) void stream.askSession();
  }
}

/** Ends all streams of the portal, so that they don't delay its shutdown. */
export function closeLiveStreams({ events }: Services): void {
  for (const stream of streamsOf(events)) stream.close();
}

/**
 * Streams every change visible to the user, starting with those since the page was generated,
 * because changes between reading and subscribing would otherwise be lost.
 */
export async function openLiveStream(
  ctx: SignedInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  since?: number,
): Promise<FastifyReply> {
  const earlier = listenFrom(ctx.services.events, since);
  const { services, site, ip, language } = ctx;
  const { raw } = reply;
  let isWantedEvent: EventFilter;
  try {
    const [filter, requireStreamSlot] = await Promise.all([
      eventFilter(ctx),
      readStreamLimits(ctx),
    ]);
    // There must be no await between this check and counting the stream.
    requireStreamSlot(streamsOf(services.events));
    isWantedEvent = filter;
  } catch (error) {
    earlier.stop();
    throw error;
  }
  const cookie = sessionCookie(request, services.config) ?? '';
  reply.hijack();
  if (raw.destroyed) {
    earlier.stop();
    return reply;
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const stream: Stream = {
    beats: 0,
    userId: ctx.actor.userId,
    siteId: site.id,
    events: services.events,
    write: (text) => {
      if (raw.writableLength > maxBufferedBytes) stream.close();
      else if (!raw.writableEnded) raw.write(text);
    },
    close: () => raw.end(),
    end: (loss) => {
      if (raw.writableEnded) return;
      raw.end(`event: ended\ndata: ${JSON.stringify({ code: lossCode(loss) })}\n\n`);
    },
    askSession: () =>
      readSession(services.database.pool, cookie, site.id, ip, language).then(
        ({ session, loss }) => {
          if (!session) stream.end(loss);
          else if (session.actor.userId !== stream.userId) stream.close();
        },
        () => stream.close(),
      ),
  };
  streams.add(stream);
  liveConnections.set(streams.size);
  heartbeat ??= setInterval(sendHeartbeats, heartbeatMs).unref();
  stream.write('retry: 2000\nevent: hello\ndata: {}\n\n');
  const send = (event: LiveEvent) =>
    stream.write(
      `event: ${event.topic}\ndata: ${JSON.stringify({ id: event.id, ...event.data })}\n\n`,
    );
  const operator = ctx.actor.session?.operator ?? null;
  const sessionId = ctx.actor.session?.hash.toString('hex');
  earlier.goOn((event) => {
    // Ended sessions are reported only to their owner.
    if (event.topic !== 'session') isWantedEvent(event, send);
    else if (event.id === sessionId && event.data?.acting === undefined)
      stream.end(lossOf(event.data?.reason));
    const endsSession =
      event.topic === 'session'
        ? event.id === sessionId
        : operator !== null && rightsTopics.has(event.topic);
    if (event.topic === 'resync' || endsSession) void stream.askSession();
  });
  const visit =
    operator &&
    setTimeout(
      () => void stream.askSession(),
      operator.until.getTime() + visitSlackMs - ctx.clock.now().getTime(),
    ).unref();
  raw.once('close', () => {
    if (visit) clearTimeout(visit);
    earlier.stop();
    streams.delete(stream);
    liveConnections.set(streams.size);
    if (streams.size > 0 || !heartbeat) return;
    clearInterval(heartbeat);
    heartbeat = null;
  });
  // The session might have ended after the call was authorized and before the stream subscribed to
  // events.
  void stream.askSession();
  return reply;
}

/**
 * Subscribes immediately and delivers later: events since the given time, or a `resync` if these
 * are no longer stored, and events received meanwhile.
 */
function listenFrom(events: EventHub, since: number | undefined) {
  const replayed =
    since === undefined
      ? []
      : (events.heardSince(since - clockSlackMs) ?? [{ topic: 'resync', id: '' } as const]);
  // Only the latest event of each object is kept.
  const pendingEvents = new Map<string, LiveEvent>(
    replayed.map((event) => [`${event.topic} ${event.id}`, event]),
  );
  let send = (event: LiveEvent): void =>
    void pendingEvents.set(`${event.topic} ${event.id}`, event);
  return {
    stop: events.subscribe((event) => send(event)),
    goOn(listener: (event: LiveEvent) => void): void {
      send = listener;
      for (const event of pendingEvents.values()) listener(event);
    },
  };
}

/** The error code that a call without the session would return. */
const lossCode = (loss: SessionEndReason): number =>
  code[lossError(loss).reasons[0]?.name ?? 'notLoggedIn'];
