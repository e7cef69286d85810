import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { registerCalls } from '../calls.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined });
const network = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', network);

const { call } = await import('../client.ts');
const { releaseDelayMs } = await import('./blockReads.ts');
const { queryClient } = await import('./queryClient.ts');
const { refetchTopics } = await import('./refetch.ts');
const { refetchInvalidated, startInvalidation } = await import('./invalidation.ts');

registerCalls({
  getServer: 'GET /servers/{serverId} server:{serverId}',
  listServers: 'GET /servers server',
  listImages: 'GET /images image',
  renameServer: 'PUT /servers/{serverId}/name server:{serverId}',
  terminateServer: 'DELETE /servers/{serverId} server:{serverId}',
  getServerCost: 'GET /servers/{serverId}/cost server:{serverId}',
  previewServerChange: 'POST /servers/{serverId}/cost/preview server:{serverId}',
});
startInvalidation();

const cleanups: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  network.mockImplementation(async () => Response.json({ done: true }));
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  for (const unsubscribe of cleanups.splice(0)) unsubscribe();
  queryClient.clear();
  vi.useRealTimers();
});

/**
 * Mounts a query like a screen does. Resolves to the function that reads it, once it has been read.
 */
async function show(operation: string, input: object = {}) {
  const reads = vi.fn(async () => 'answer');
  const observer = new QueryObserver(queryClient, {
    queryKey: [operation, input],
    queryFn: reads,
    staleTime: 60_000,
  });
  cleanups.push(observer.subscribe(() => {}));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('answer'));
  return reads;
}
const rename = (serverId: string) =>
  call('renameServer', { params: { serverId }, body: { name: 'web-1' } });

it('a change reloads the screens that show its object, once for several changes', async () => {
  const list = await show('listServers');
  const same = await show('getServer', { params: { serverId: '17' } });
  const other = await show('getServer', { params: { serverId: '18' } });
  const images = await show('listImages');
  await rename('17');
  await rename('17');
  await refetchInvalidated();
  expect([list, same, other, images].map((reads) => reads.mock.calls.length)).toEqual([2, 2, 1, 1]);
});

it('the screens are reloaded soon even if nothing waits for them', async () => {
  const list = await show('listServers');
  await rename('17');
  await vi.waitFor(() => expect(list).toHaveBeenCalledTimes(2));
});

it('a rejected change also reloads, because the visible data can be outdated', async () => {
  const list = await show('listServers');
  network.mockImplementation(async () =>
    Response.json({ errors: [{ code: 2998, info: 'no' }], code: [2998] }, { status: 409 }),
  );
  await expect(rename('17')).rejects.toThrow('no');
  await refetchInvalidated();
  expect(list).toHaveBeenCalledTimes(2);
});

it('data that isn’t on the screen is reloaded when it is opened again', async () => {
  const before = await show('listServers');
  for (const unsubscribe of cleanups.splice(0)) unsubscribe();
  await rename('17');
  await refetchInvalidated();
  expect(before).toHaveBeenCalledTimes(1);
  expect(queryClient.getQueryState(['listServers', {}])?.isInvalidated).toBe(true);
});

it('deleted data isn’t read again, nor is its child data', async () => {
  const list = await show('listServers');
  const server = await show('getServer', { params: { serverId: '17' } });
  const cost = await show('getServerCost', { params: { serverId: '17' } });
  await call('terminateServer', { params: { serverId: '17' } });
  await refetchInvalidated();
  expect([list, server, cost].map((reads) => reads.mock.calls.length)).toEqual([2, 1, 1]);
});

it('data being deleted isn’t read again when an event about it arrives before the response', async () => {
  const server = await show('getServer', { params: { serverId: '19' } });
  let answer = (_: Response): void => undefined;
  network.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const termination = call('terminateServer', { params: { serverId: '19' } });
  const isServer = (topics: readonly string[]) => topics.includes('server:19');
  refetchTopics(isServer);
  answer(Response.json({ done: true }));
  await termination;
  await refetchInvalidated();
  refetchTopics(isServer);
  expect(server).toHaveBeenCalledTimes(1);
});

it('data that can be read after its deletion is read again if a screen still shows it', async () => {
  const server = await show('getServer', { params: { serverId: '20' } });
  await call('terminateServer', { params: { serverId: '20' } });
  await refetchInvalidated();
  expect(server).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(releaseDelayMs);
  expect(server).toHaveBeenCalledTimes(2);
});

it('data that could not be deleted is read again', async () => {
  const server = await show('getServer', { params: { serverId: '21' } });
  network.mockImplementation(async () =>
    Response.json({ errors: [{ code: 2706, info: 'no' }], code: [2706] }, { status: 403 }),
  );
  await expect(call('terminateServer', { params: { serverId: '21' } })).rejects.toThrow('no');
  await refetchInvalidated();
  expect(server).toHaveBeenCalledTimes(2);
});

it('a preview waits while its change runs, and is read again once if it is still visible later', async () => {
  const preview = await show('previewServerChange', { params: { serverId: '22' } });
  let answer = (_: Response): void => undefined;
  network.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  const change = rename('22');
  refetchTopics((topics) => topics.includes('server:22'));
  answer(Response.json({ done: true }));
  await change;
  await refetchInvalidated();
  expect(preview).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(releaseDelayMs);
  expect(preview).toHaveBeenCalledTimes(2);
});

it('a preview is read again as soon as its change is rejected', async () => {
  const preview = await show('previewServerChange', { params: { serverId: '23' } });
  network.mockImplementation(async () =>
    Response.json({ errors: [{ code: 2998, info: 'no' }], code: [2998] }, { status: 409 }),
  );
  const change = rename('23');
  refetchTopics((topics) => topics.includes('server:23'));
  await expect(change).rejects.toThrow('no');
  await vi.waitFor(() => expect(preview).toHaveBeenCalledTimes(2));
});
