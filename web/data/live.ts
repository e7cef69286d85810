import { bootstrap } from '../bootstrap.ts';
import { handleSessionLoss } from '../client.ts';
import { refetchTopics } from './refetch.ts';
import { isAffected } from './topics.ts';

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

const pendingTopics = new Map<string, Set<string>>();
let flush: ReturnType<typeof setTimeout> | null = null;
/**
 * Events within this time reload each list once. On a busy portal, lists reload at most once a
 * second.
 */
const batchDelayMs = 120;
const minIntervalMs = 1000;
let flushedAt = -minIntervalMs;

/** The subscribed nouns: all that a screen has requested so far. */
const topics = new Set(['resync']);

/** Subscribes to events about these topics (`server`, or `server:<id>`). */
export function addTopics(requestedTopics: readonly string[]): void {
  for (const topic of requestedTopics) {
    const [noun = ''] = topic.split(':');
    if (topics.has(noun)) continue;
    topics.add(noun);
    if (source) listen(source, noun);
  }
}

const listen = (stream: EventSource, topic: string): void =>
  stream.addEventListener(topic, (event) =>
    queueTopic(
      topic,
      String((JSON.parse((event as MessageEvent<string>).data) as { id: unknown }).id),
    ),
  );

function queueTopic(topic: string, id: string): void {
  pendingTopics.set(topic, (pendingTopics.get(topic) ?? new Set()).add(id));
  if (flush !== null) return;
  const pause = Math.max(batchDelayMs, flushedAt + minIntervalMs - performance.now());
  flush = setTimeout(() => {
    flush = null;
    flushedAt = performance.now();
    const changes = new Map(pendingTopics);
    pendingTopics.clear();
    const isResync = changes.has('resync');
    refetchTopics((topics) => (isResync ? topics.length > 0 : isAffected(topics, changes)), {
      isAnew: isResync,
    });
  }, pause);
}

const rejectedPauseMs = 5_000;

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
    if (!isFirst) queueTopic('resync', '');
    isFirst = false;
    setOpen(true);
  });
  source.addEventListener('error', () => {
    setOpen(false);
    // The connection was rejected, not just interrupted, so the browser doesn't retry
    // automatically.
    if (source?.readyState === EventSource.CLOSED) setTimeout(reconnect, rejectedPauseMs);
  });
  source.addEventListener('ended', (event) => {
    stopLive();
    handleSessionLoss((JSON.parse((event as MessageEvent<string>).data) as { code: number }).code);
  });
  for (const topic of topics) listen(source, topic);
  document.addEventListener('visibilitychange', reconnect);
  addEventListener('online', reconnect);
}

/**
 * After sleep, a stream can appear open but be dead, so a closed stream is restarted. The refetch
 * detects whether the session ended.
 */
function reconnect(): void {
  if (document.visibilityState !== 'visible' || source?.readyState !== EventSource.CLOSED) return;
  stopLive();
  startLive(null);
}

export function stopLive(): void {
  source?.close();
  source = null;
  setOpen(false);
  document.removeEventListener('visibilitychange', reconnect);
  removeEventListener('online', reconnect);
}
