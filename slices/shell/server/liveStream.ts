import type { FastifyReply, FastifyRequest } from 'fastify';
import { code } from '../../../contract/codes.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import type { EventHub, LiveEvent } from '../../../server/platform/events/hub.ts';
import { sessionCookie } from '../../../server/platform/http/cookies.ts';
import { liveConnections } from '../../../server/platform/http/metrics.ts';
import { lossOf, lossRefusal, type SessionLoss } from '../../../server/platform/session/loss.ts';
import { readSession } from '../../../server/platform/session/session.ts';
import { type EventFilter, eventFilter } from './eventFilter.ts';
import { readStreamLimits, type StreamOwner } from './streamLimits.ts';

const heartbeatMs = 25_000;
/**
 * After so many heartbeats the session is asked for again: one that is ended is told of by an event at once, one that grows too old is
 * noticed here.
 */
const recheckEvery = 2;
/** The page may have been written by another process, on a machine whose clock is not quite this one's. */
const clockSlackMs = 2_000;
/** A reader this far behind is cut off; its browser comes back and reads everything again. */
const maxBufferedBytes = 256 * 1024;

interface Stream extends StreamOwner {
  write(text: string): void;
  close(): void;
  /** Says why to the browser, which goes to the log-in page with it, and closes. */
  end(loss: SessionLoss): void;
  /** Ends the stream when its session is over. */
  askSession(): Promise<unknown>;
  beats: number;
  /** Of the portal it was opened at: a process can have several. */
  events: EventHub;
}

const streams = new Set<Stream>();
const streamsOf = (events: EventHub): Stream[] => [...streams].filter((stream) => stream.events === events);
let heart: NodeJS.Timeout | null = null;

function beat(): void {
  for (const stream of streams) {
    stream.write(': here\n\n');
    stream.beats += 1;
    if (stream.beats % recheckEvery === 0) void stream.askSession();
  }
}

/** Ends all streams, so that a stopping process is not held by them. */
export function closeLiveStreams(): void {
  if (heart) clearInterval(heart);
  heart = null;
  for (const stream of [...streams]) stream.close();
}

/**
 * Keeps the answer open and writes each change the person may see, first those since the page was written: what was read before the stream
 * is open is not told of its changes otherwise.
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
  let concerns: EventFilter;
  try {
    const [filter, requireRoom] = await Promise.all([eventFilter(ctx), readStreamLimits(ctx)]);
    // Nothing is awaited between this check and the stream being counted.
    requireRoom(streamsOf(services.events));
    concerns = filter;
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
        ({ session, loss }) => session ?? stream.end(loss),
        () => stream.close(),
      ),
  };
  streams.add(stream);
  liveConnections.set(streams.size);
  heart ??= setInterval(beat, heartbeatMs).unref();
  stream.write('retry: 2000\nevent: hello\ndata: {}\n\n');
  const tell = (event: LiveEvent) => stream.write(`event: ${event.topic}\ndata: ${JSON.stringify({ id: event.id, ...event.data })}\n\n`);
  const sessionId = ctx.actor.session?.hash.toString('hex');
  earlier.goOn((event) => {
    // Which sessions end is nobody's business but that of whom they belong to.
    if (event.topic !== 'session') concerns(event, tell);
    else if (event.id === sessionId) stream.end(lossOf(event.data?.reason));
    if (event.topic === 'resync') void stream.askSession();
  });
  raw.once('close', () => {
    earlier.stop();
    streams.delete(stream);
    liveConnections.set(streams.size);
  });
  // It may have ended after the call was admitted and before its end could be heard.
  void stream.askSession();
  return reply;
}

/** Listens at once, and tells all of it later: what was announced since the moment, or that it is not known any more, and what came meanwhile. */
function listenFrom(events: EventHub, since: number | undefined) {
  const kept = since === undefined ? [] : (events.heardSince(since - clockSlackMs) ?? [{ topic: 'resync', id: '' } as const]);
  // Of one thing the latest is enough.
  const waiting = new Map<string, LiveEvent>(kept.map((event) => [`${event.topic} ${event.id}`, event]));
  let tell = (event: LiveEvent): void => void waiting.set(`${event.topic} ${event.id}`, event);
  return {
    stop: events.subscribe((event) => tell(event)),
    goOn(listener: (event: LiveEvent) => void): void {
      tell = listener;
      for (const event of waiting.values()) listener(event);
    },
  };
}

/** What a call without the session would be refused with. */
const lossCode = (loss: SessionLoss): number => code[lossRefusal(loss).reasons[0]?.name ?? 'notLoggedIn'];
