import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { announce } from '../../../../server/platform/events/hub.ts';
import { createLog } from '../../../../server/platform/log.ts';
import { openPortal, type Portal } from '../../../../server/portal.ts';
import { startTestApp, type TestApp, testPassword } from '../../../../server/testing/app.ts';
import type { TestClient } from '../../../../server/testing/client.ts';

let app: TestApp;
/** A second portal on the same database, as in another process. */
let second: { portal: Portal; address: string };
beforeAll(async () => {
  app = await startTestApp();
  const portal = await openPortal(
    { ...app.portal.services.config, role: 'api' },
    createLog('fatal'),
    { maxConnections: 3 },
  );
  second = { portal, address: await portal.app.listen({ host: '127.0.0.1', port: 0 }) };
});
afterAll(async () => {
  await second.portal.close();
  await app.close();
});

interface OpenStream {
  /** The complete output, once the stream has ended. */
  ended: Promise<string>;
  isOpen(): boolean;
  said(): string;
}

async function openStream(
  client: TestClient,
  address = app.address,
  query = '',
): Promise<OpenStream> {
  const response = await fetch(`${address}/svc/events${query}`, {
    headers: { cookie: client.cookie },
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let streamText = '';
  let isOpen = true;
  const readChunk = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    streamText += decoder.decode(value, { stream: true });
    return !done;
  };
  while (!streamText.includes('event: hello')) await readChunk();
  const streamEnd = (async () => {
    while (await readChunk());
    isOpen = false;
    return streamText;
  })();
  return { ended: streamEnd, isOpen: () => isOpen, said: () => streamText };
}

/** Matches the final event of a stream, which contains the error code a call would get. */
const endedPattern = (code: number): RegExp =>
  new RegExp(`event: ended\ndata: {"code":${code}}\n\n$`);
const codes = { disconnected: 57, ipChanged: 56, over: 24 };

/** Opens a stream of the same session in both processes. */
const openEverywhere = (client: TestClient) =>
  Promise.all([openStream(client), openStream(client, second.address)]);

async function endsWithin(
  ms: number,
  streams: readonly OpenStream[],
  code: number,
  action: () => Promise<unknown>,
): Promise<void> {
  await action();
  const done = performance.now();
  for (const stream of streams) expect(await stream.ended).toMatch(endedPattern(code));
  expect(performance.now() - done).toBeLessThan(ms);
}

async function signedInAgain({ email }: TestClient): Promise<TestClient> {
  const secondClient = app.anonymous();
  await secondClient.signIn(email, testPassword);
  return secondClient;
}

describe('a live stream of a page rendered earlier', () => {
  const db = () => app.portal.services.database.db;
  const announceServer = async (client: TestClient, id: string) => {
    await announce(db(), { topic: 'server', id, siteId: app.siteId, ownerId: client.userId });
    // Wait until both processes have received the event.
    await vi.waitFor(
      () => {
        for (const { services } of [app.portal, second.portal])
          expect(
            services.events.heardSince(Date.now() - 1000)?.some((event) => event.id === id),
          ).toBe(true);
      },
      { timeout: 15_000 },
    );
  };

  it('starts with the events since then, one per object, and none of other accounts', async () => {
    const [user, other] = [await app.signInAs('user'), await app.signInAs('user')];
    // Processes have no events from before they started listening.
    for (const { services } of [app.portal, second.portal])
      await vi.waitFor(
        () => expect(services.events.heardSince(Date.now() - 2_500)).not.toBeNull(),
        { timeout: 5_000 },
      );
    const announcedAt = Date.now();
    for (const [client, id] of [
      [user, 'mine'],
      [user, 'mine'],
      [other, 'others'],
    ] as const)
      await announceServer(client, id);
    for (const address of [app.address, second.address]) {
      const stream = await openStream(user, address, `?since=${announcedAt}`);
      await vi.waitFor(() => expect(stream.said().match(/"id":"mine"/g)).toHaveLength(1), {
        timeout: 15_000,
      });
      expect(stream.said()).not.toMatch(/others|resync/);
      const late = await openStream(user, address);
      await announceServer(user, 'later');
      await vi.waitFor(() => expect(late.said()).toContain('later'), { timeout: 15_000 });
      expect(late.said()).not.toContain('mine');
      await vi.waitFor(() => expect(stream.said()).toContain('later'), { timeout: 15_000 });
    }
  });

  it('requests a full reload if more events were missed than are stored', async () => {
    const user = await app.signInAs('user');
    const stream = await openStream(user, app.address, `?since=${Date.now() - 3_600_000}`);
    await vi.waitFor(() => expect(stream.said()).toContain('event: resync'), { timeout: 15_000 });
    expect((await user.get('/events?since=yesterday')).status).toBe(400);
  });

  it('loses no event while it is being opened', async () => {
    const user = await app.signInAs('user');
    const { events } = app.portal.services;
    const subscribe = events.subscribe.bind(events);
    // Sends an event as soon as the stream has subscribed, before the user's scope is known.
    vi.spyOn(events, 'subscribe').mockImplementationOnce((listener) => {
      const stop = subscribe(listener);
      listener({ topic: 'server', id: 'meanwhile', ownerId: user.userId });
      return stop;
    });
    const stream = await openStream(user);
    await vi.waitFor(() => expect(stream.said()).toContain('meanwhile'), { timeout: 15_000 });
  });
});

describe('a live stream closes within a second in every process, with the reason', () => {
  it('when its user signs out', async () => {
    const user = await app.signInAs('user');
    const streams = await openEverywhere(user);
    await endsWithin(1000, streams, codes.over, () => user.get('/logout'));
  });

  it('when the user ends all other sessions, while streams of the current session stay open', async () => {
    const one = await app.signInAs('user');
    const other = await signedInAgain(one);
    const [ending, remaining] = [await openEverywhere(one), await openEverywhere(other)];
    await endsWithin(1000, ending, codes.disconnected, async () =>
      expect((await other.post('/header/sessions/endOthers')).body).toMatchObject({ ended: 1 }),
    );
    expect(remaining.map((stream) => stream.isOpen())).toEqual([true, true]);
  });

  it('when the user changes the password in another session', async () => {
    const one = await app.signInAs('user');
    const other = await signedInAgain(one);
    const streams = await openEverywhere(one);
    const body = {
      oldPass: testPassword,
      newPass: 'Another_password_2',
      confirmPass: 'Another_password_2',
    };
    await endsWithin(1000, streams, codes.disconnected, async () =>
      expect((await other.put('/header/password', body)).status).toBe(200),
    );
  });

  it('when the account is disabled', async () => {
    const user = await app.signInAs('user');
    const streams = await openEverywhere(user);
    await endsWithin(1000, streams, codes.disconnected, async () =>
      expect((await app.root.put(`/users/${user.userId}/disable`)).status).toBe(200),
    );
  });

  it('when its session is used from an IP address that isn’t allowed', async () => {
    const { pool } = app.portal.services.database;
    const user = await app.signInAs('user');
    const streams = await openEverywhere(user);
    await pool.query('update user_account set binds_session_to_ip = true where id = $1', [
      user.userId,
    ]);
    await pool.query("update session set ip = '203.0.113.9' where user_id = $1", [user.userId]);
    await endsWithin(1000, streams, codes.ipChanged, () => user.get('/user'));
  });

  it('when another process ended the session', async () => {
    const user = await app.signInAs('user');
    const streams = await openEverywhere(user);
    await endsWithin(1000, streams, codes.over, async () => {
      const headers = { cookie: user.cookie, token: user.token };
      expect((await fetch(`${second.address}/svc/logout`, { headers })).status).toBe(200);
    });
  });
});

describe('a live stream that was opened while acting for another user closes, in every process', () => {
  const startActing = async () => {
    const [operator, customer] = [await app.signInAs('siteAdmin'), await app.signInAs('user')];
    const body = { reason: 'a good reason', minutes: 10, mayChange: false };
    expect((await operator.post(`/users/${customer.userId}/actFor`, body)).status).toBe(200);
    return { operator, customer };
  };
  const expectClosed = async (streams: readonly OpenStream[]) => {
    await vi.waitFor(
      () => expect(streams.map((stream) => stream.isOpen())).toEqual([false, false]),
      { timeout: 15_000 },
    );
    // The session continues: the browser opens another stream for the session's current account.
    for (const stream of streams) expect(stream.said()).not.toContain('event: ended');
  };

  it('when that user stops acting', async () => {
    const { operator } = await startActing();
    const streams = await openEverywhere(operator);
    expect((await operator.post('/users/stopActing')).status).toBe(200);
    await expectClosed(streams);
  });

  it('when the time limit is reached', async () => {
    const { operator, customer } = await startActing();
    const { pool } = app.portal.services.database;
    await pool.query(
      "update session set acting_until = now() + interval '2 seconds' where acting_for = $1",
      [customer.userId],
    );
    await expectClosed(await openEverywhere(operator));
  });

  it('when the acting user loses the account’s rights', async () => {
    const { operator } = await startActing();
    const streams = await openEverywhere(operator);
    expect((await app.root.put(`/users/${operator.userId}/role`, { role: 'user' })).status).toBe(
      200,
    );
    await vi.waitFor(
      () => expect(streams.map((stream) => stream.isOpen())).toEqual([false, false]),
      { timeout: 15_000 },
    );
  });

  it('but not on other changes', async () => {
    const { operator, customer } = await startActing();
    const streams = await openEverywhere(operator);
    await announce(app.portal.services.database.db, {
      topic: 'user',
      id: customer.userId,
      siteId: app.siteId,
      ownerId: customer.userId,
    });
    for (const stream of streams)
      await vi.waitFor(() => expect(stream.said()).toContain('event: user'), { timeout: 15_000 });
    expect(streams.map((stream) => stream.isOpen())).toEqual([true, true]);
  });
});

it('users aren’t notified when another user’s session ends', async () => {
  const [user, otherUser] = [await app.signInAs('user'), await app.signInAs('user')];
  const rootStream = await openStream(app.root);
  const userStream = await openStream(user);
  await otherUser.get('/logout');
  await user.get('/logout');
  expect(await userStream.ended).not.toContain('event: session');
  const newSession = await signedInAgain(app.root);
  await newSession.post('/header/sessions/endOthers');
  expect(await rootStream.ended).not.toContain('event: session');
});
