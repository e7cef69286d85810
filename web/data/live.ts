import { bootstrap } from '../bootstrap.ts';
import { sessionLost } from '../client.ts';
import { refetchTopics } from './refetch.ts';
import { concerns } from './topics.ts';

type Listener = () => void;
const listeners = new Set<Listener>();
let source: EventSource | null = null;
let isOpen = false;

export const isLive = (): boolean => isOpen;

export function onLiveChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOpen(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

const waiting = new Map<string, Set<string>>();
let flush: ReturnType<typeof setTimeout> | null = null;
/**
 * Events within this time reload each list once. On a busy portal, lists reload at most once a
 * second.
 */
const gatherMs = 120;
const atMostEveryMs = 1000;
let flushedAt = -atMostEveryMs;

/** The subscribed nouns: all that a screen has requested so far. */
const topics = new Set(['resync']);

/** Subscribes to events about these topics (`server`, or `server:<id>`). */
export function listenTo(wanted: readonly string[]): void {
  for (const topic of wanted) {
    const [noun = ''] = topic.split(':');
    if (topics.has(noun)) continue;
    topics.add(noun);
    if (source) hear(source, noun);
  }
}

const hear = (stream: EventSource, topic: string): void =>
  stream.addEventListener(topic, (event) =>
    heard(topic, String((JSON.parse((event as MessageEvent<string>).data) as { id: unknown }).id)),
  );

function heard(topic: string, id: string): void {
  waiting.set(topic, (waiting.get(topic) ?? new Set()).add(id));
  if (flush !== null) return;
  const pause = Math.max(gatherMs, flushedAt + atMostEveryMs - performance.now());
  flush = setTimeout(() => {
    flush = null;
    flushedAt = performance.now();
    const changes = new Map(waiting);
    waiting.clear();
    const isAnew = changes.has('resync');
    refetchTopics((topics) => (isAnew ? topics.length > 0 : concerns(topics, changes)), { isAnew });
  }, pause);
}

const refusedPauseMs = 5_000;

/**
 * Subscribes to changes made elsewhere. The stream first repeats changes since the page was
 * rendered. The browser reconnects automatically. Data that changed in the meantime is refetched
 * after the reconnect, because an earlier refetch could miss changes.
 */
export function startLive(since = bootstrap.writtenAt): void {
  if (source) return;
  source = new EventSource(since === null ? '/svc/events' : `/svc/events?since=${since}`);
  let isFirst = since !== null;
  source.addEventListener('open', () => {
    if (!isFirst) heard('resync', '');
    isFirst = false;
    setOpen(true);
  });
  source.addEventListener('error', () => {
    setOpen(false);
    // The connection was rejected, not just interrupted, so the browser doesn't retry
    // automatically.
    if (source?.readyState === EventSource.CLOSED) setTimeout(wake, refusedPauseMs);
  });
  source.addEventListener('ended', (event) => {
    stopLive();
    sessionLost((JSON.parse((event as MessageEvent<string>).data) as { code: number }).code);
  });
  for (const topic of topics) hear(source, topic);
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
}

/**
 * After sleep, a stream can appear open but be dead, so a closed stream is restarted. The refetch
 * detects whether the session ended.
 */
function wake(): void {
  if (document.visibilityState !== 'visible' || source?.readyState !== EventSource.CLOSED) return;
  stopLive();
  startLive(null);
}

export function stopLive(): void {
  source?.close();
  source = null;
  setOpen(false);
  document.removeEventListener('visibilitychange', wake);
  removeEventListener('online', wake);
}
