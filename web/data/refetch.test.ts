import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { registerCalls } from '../calls.ts';
import { queryClient } from './queryClient.ts';
import { refetchTopics } from './refetch.ts';

registerCalls({ listServers: 'GET /servers server', listImages: 'GET /images image' });
afterEach(() => queryClient.clear());

/** A list on a screen whose reads complete under the test's control. */
function showList(operation: 'listServers' | 'listImages') {
  const reads: { answer(value: string): void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: [operation, {}],
    queryFn: ({ signal }) => new Promise<string>((answer) => reads.push({ answer, signal })),
  });
  const unsubscribe = observer.subscribe(() => {});
  return { reads, leave: unsubscribe, shown: () => observer.getCurrentResult().data };
}
const usesServers = (topics: readonly string[]) => topics.includes('server');

it('a pending read completes despite further events, and is read once more', async () => {
  const { reads, leave, shown } = showList('listServers');
  for (let event = 0; event < 5; event++) refetchTopics(usesServers);
  expect(reads.length).toBe(1);
  expect(reads[0]?.signal.aborted).toBe(false);
  reads[0]?.answer('before');
  await vi.waitFor(() => expect(shown()).toBe('before'));
  await vi.waitFor(() => expect(reads.length).toBe(2));
  reads[1]?.answer('after');
  await vi.waitFor(() => expect(shown()).toBe('after'));
  expect(reads.length).toBe(2);
  leave();
});

it('visible data of the event is reloaded at once, and other data isn’t', async () => {
  const servers = showList('listServers');
  const images = showList('listImages');
  servers.reads[0]?.answer('one');
  images.reads[0]?.answer('one');
  await vi.waitFor(() => expect([servers.shown(), images.shown()]).toEqual(['one', 'one']));
  refetchTopics(usesServers);
  await vi.waitFor(() => expect(servers.reads.length).toBe(2));
  expect(images.reads.length).toBe(1);
  servers.leave();
  images.leave();
});

it('after a lost connection everything is reloaded at once', async () => {
  const { reads, leave, shown } = showList('listServers');
  reads[0]?.answer('before');
  await vi.waitFor(() => expect(shown()).toBe('before'));
  refetchTopics(usesServers);
  await vi.waitFor(() => expect(reads.length).toBe(2));
  refetchTopics(usesServers, { isAnew: true });
  await vi.waitFor(() => expect(reads.length).toBe(3));
  expect(reads[1]?.signal.aborted).toBe(true);
  reads[2]?.answer('after');
  await vi.waitFor(() => expect(shown()).toBe('after'));
  leave();
});
