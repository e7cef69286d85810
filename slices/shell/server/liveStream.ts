import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInContext } from '../../../server/platform/context.ts';
import type { LiveEvent } from '../../../server/platform/events/hub.ts';
import { sessionCookie } from '../../../server/platform/http/cookies.ts';
import { liveConnections } from '../../../server/platform/http/metrics.ts';
import { readSession } from '../../../server/platform/session/session.ts';
import { eventFilter } from './eventFilter.ts';

const heartbeatMs = 25_000;
/** After so many heartbeats the session is asked for again: a stream outlives a log-out by a minute at most. */
const recheckEvery = 2;
/** A reader this far behind is cut off; its browser comes back and reads everything again. */
const maxBufferedBytes = 256 * 1024;

interface Stream {
  write(text: string): void;
  close(): void;
  isStillAllowed(): Promise<boolean>;
  beats: number;
}

const streams = new Set<Stream>();
let heart: NodeJS.Timeout | null = null;

function beat(): void {
  for (const stream of streams) {
    stream.write(': here\n\n');
    stream.beats += 1;
    if (stream.beats % recheckEvery !== 0) continue;
    stream.isStillAllowed().then(
      (isAllowed) => isAllowed || stream.close(),
      () => stream.close(),
    );
  }
}

/** Ends all streams, so that a stopping process is not held by them. */
export function closeLiveStreams(): void {
  if (heart) clearInterval(heart);
  heart = null;
  for (const stream of [...streams]) stream.close();
}

/** Keeps the answer open and writes each change the person may see. */
export async function openLiveStream(ctx: SignedInContext, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const concerns = await eventFilter(ctx);
  const { services, site, ip, language } = ctx;
  const cookie = sessionCookie(request, services.config) ?? '';
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  });
  const stream: Stream = {
    beats: 0,
    write: (text) => {
      if (raw.writableLength > maxBufferedBytes) stream.close();
      else raw.write(text);
    },
    close: () => raw.end(),
    isStillAllowed: async () => (await readSession(services.database.pool, cookie, site.id, ip, language)).session !== null,
  };
  streams.add(stream);
  liveConnections.set(streams.size);
  heart ??= setInterval(beat, heartbeatMs).unref();
  stream.write('retry: 2000\nevent: hello\ndata: {}\n\n');
  const tell = (event: LiveEvent) => stream.write(`event: ${event.topic}\ndata: ${JSON.stringify({ id: event.id, ...event.data })}\n\n`);
  const unsubscribe = services.events.subscribe((event) => concerns(event, tell));
  raw.once('close', () => {
    unsubscribe();
    streams.delete(stream);
    liveConnections.set(streams.size);
  });
  return reply;
}
