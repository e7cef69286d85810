import { beforeEach, describe, expect, it, vi } from 'vitest';

/** Mocks for browser-only globals. */
const storage = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => storage.get(key) ?? null,
  setItem: (key: string, value: string) => storage.set(key, value),
  removeItem: (key: string) => storage.delete(key),
});
const fakeLocation = { pathname: '/servers' };
vi.stubGlobal('location', fakeLocation);
const network = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', network);

const { registerCalls } = await import('./calls.ts');
registerCalls({
  user: 'GET /user',
  login: 'POST /login',
  getHost: 'GET /hosts/{hostId}',
  listHosts: 'GET /hosts',
});
const { addressOf, call, CallError, clearToken, handleFailures, setProver, captureCall } =
  await import('./client.ts');

const reactions = { toLogin: vi.fn(), reload: vi.fn(), contextChanged: vi.fn() };

function answer(status: number, body: unknown, headers: Record<string, string> = {}): void {
  network.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  );
}

const errorBody = (code: number, info = 'no', key?: string) => ({
  errors: [{ code, info, ...(key ? { key } : {}) }],
  code: [code],
});

async function failure(): Promise<InstanceType<typeof CallError>> {
  const error = await call('user').then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError))
    throw new Error(`The call did not fail as a call: ${String(error)}`);
  return error;
}

beforeEach(() => {
  vi.clearAllMocks();
  network.mockReset();
  storage.clear();
  fakeLocation.pathname = '/servers';
  handleFailures(reactions);
  setProver(null);
});

describe('a change requested twice', () => {
  it('is one request while the first runs, and a new one afterwards', async () => {
    answer(200, { isLoggedIn: true });
    const body = { email: 'a@example.test', password: 'x' };
    const [first, second] = await Promise.all([call('login', { body }), call('login', { body })]);
    expect(second).toEqual(first);
    expect(network).toHaveBeenCalledTimes(1);
    answer(200, { isLoggedIn: true });
    await call('login', { body });
    expect(network).toHaveBeenCalledTimes(2);
  });

  it('is two requests if its input or its idempotency key differs, and reads always are', async () => {
    for (let index = 0; index < 6; index += 1) answer(200, { done: true });
    const body = { email: 'a@example.test', password: 'x' };
    await Promise.all([
      call('login', { body }),
      call('login', { body: { ...body, password: 'y' } }),
    ]);
    await Promise.all([
      call('login', { body }, { idempotencyKey: 'one' }),
      call('login', { body }, { idempotencyKey: 'two' }),
    ]);
    await Promise.all([call('user'), call('user')]);
    expect(network).toHaveBeenCalledTimes(6);
  });
});

describe('a request', () => {
  it('has the method, path, query and body of the contract, with the interface version', async () => {
    answer(200, { isLoggedIn: true });
    await call('login', { body: { email: 'a@example.test', password: 'x' } });
    expect(network).toHaveBeenCalledWith(
      '/svc/login',
      expect.objectContaining({
        method: 'POST',
        body: '{"email":"a@example.test","password":"x"}',
        headers: {
          'api-version': 'latest',
          'accept-language': 'en',
          'content-type': 'application/json',
        },
      }),
    );
    expect(addressOf('getHost', { params: { hostId: 'a/b c' } })).toBe('/svc/hosts/a%2Fb%20c');
    expect(
      addressOf('listHosts', { query: { filter: 'ü&', size: '0', start: '', sorting: undefined } }),
    ).toBe('/svc/hosts?filter=%C3%BC%26&size=0');
  });

  it('includes the token from a response until it is cleared', async () => {
    answer(200, {}, { token: 'first' });
    answer(200, {});
    answer(401, errorBody(1), { token: 'second' });
    answer(200, {});
    await call('user');
    await call('user');
    await failure();
    await call('user');
    clearToken();
    answer(200, {});
    await call('user');
    const tokens = network.mock.calls.map(([, init]) => new Headers(init?.headers).get('token'));
    expect(tokens).toEqual([null, 'first', 'first', 'second', null]);
  });
});

describe('a response', () => {
  it('is returned unchanged', async () => {
    answer(200, { email: 'a@example.test' });
    expect(await call('user')).toEqual({ email: 'a@example.test' });
  });

  it('with an error list is an error, regardless of its status', async () => {
    answer(200, {
      errors: [{ code: 21, info: 'Invalid email or password.', key: 'password' }],
      code: [21],
    });
    const error = await failure();
    expect(error).toMatchObject({ status: 200, code: 21, message: 'Invalid email or password.' });
    expect(error.errors[0]?.key).toBe('password');
    expect(reactions.toLogin).not.toHaveBeenCalled();
  });

  it.each([
    [200, '', -1, 'unknown error'],
    [200, 'null', -1, 'unknown error'],
    [200, '<html>', -1, 'unknown error'],
    [500, '', -1, 'api failed'],
    [500, '{}', -1, 'api failed'],
    [504, '<html>', 408, 'Network error occurred, please try again.'],
    [502, '', 409, 'General error, please try again later.'],
  ])('%i %j is error %i: %s', async (status, body, code, info) => {
    answer(status, body);
    expect(await failure()).toMatchObject({ status, code, message: info });
  });
});

describe('a call without a response', () => {
  it.each([
    [new DOMException('', 'TimeoutError'), 408, 'timeout of 60000 ms exceeded'],
    [new TypeError('fetch failed'), -1, 'Network Error'],
  ])('%s is reported with the text of the specification', async (thrown, code, info) => {
    network.mockRejectedValueOnce(thrown);
    expect(await failure()).toMatchObject({ status: 0, code, message: info });
  });

  it('aborted by the caller is reported as such', async () => {
    network.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    await expect(call('user', {}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: -1,
      message: 'Request aborted',
    });
  });
});

describe('an ended session', () => {
  it.each([
    [57, '?disconnected=1'],
    [56, '?disconnectedByIp=56'],
    [20, ''],
    [1, ''],
  ])('with code %i leads to the sign-in page with %j', async (code, query) => {
    answer(401, errorBody(code));
    await failure();
    expect(reactions.toLogin.mock.calls).toEqual([[query]]);
    expect(reactions.reload).not.toHaveBeenCalled();
  });

  it('without a code counts as code 1', async () => {
    answer(401, { errors: [] });
    await failure();
    expect(reactions.toLogin.mock.calls).toEqual([['']]);
  });

  it('for a wrong token reloads the page', async () => {
    answer(401, errorBody(58));
    await failure();
    expect(reactions.reload).toHaveBeenCalledOnce();
    expect(reactions.toLogin).not.toHaveBeenCalled();
  });

  it('on the pages before sign-in is handled by the form', async () => {
    handleFailures(null);
    answer(401, errorBody(57));
    expect((await failure()).code).toBe(57);
    expect(reactions.toLogin).not.toHaveBeenCalled();
  });
});

describe('a forbidden call', () => {
  it('outside the dashboard reloads the context and the menu', async () => {
    answer(403, errorBody(1002));
    await failure();
    expect(reactions.contextChanged).toHaveBeenCalledOnce();
  });

  it('on the dashboard changes nothing', async () => {
    fakeLocation.pathname = '/dashboard';
    answer(403, errorBody(1002));
    await failure();
    expect(reactions.contextChanged).not.toHaveBeenCalled();
  });
});

describe('a call that requires recent authentication', () => {
  const proofRequired = () => answer(403, errorBody(1800, 'Prove that it is you'));
  const credentials = { body: { email: 'a@example.test', password: 'x' } };

  it('is repeated after it, with the same idempotency key and body', async () => {
    const reauthenticate = vi.fn(async () => true);
    setProver(reauthenticate);
    proofRequired();
    answer(200, { done: true });
    expect(await call('login', credentials, { idempotencyKey: 'once' })).toEqual({ done: true });
    expect(reauthenticate).toHaveBeenCalledOnce();
    const sent = network.mock.calls.map(([path, init]) => [
      path,
      init?.body,
      new Headers(init?.headers).get('idempotency-key'),
    ]);
    expect(sent).toEqual([sent[0], sent[0]]);
    expect(sent[0]?.[2]).toBe('once');
    expect(reactions.contextChanged).not.toHaveBeenCalled();
  });

  it('stays rejected when the user cancels, and when no dialog can be shown', async () => {
    setProver(async () => false);
    proofRequired();
    expect(await failure()).toMatchObject({ code: 1800, status: 403 });
    setProver(null);
    proofRequired();
    expect(await failure()).toMatchObject({ code: 1800 });
    expect(network).toHaveBeenCalledTimes(2);
  });

  it('isn’t requested a second time', async () => {
    const reauthenticate = vi.fn(async () => true);
    setProver(reauthenticate);
    proofRequired();
    proofRequired();
    expect(await failure()).toMatchObject({ code: 1800 });
    expect(reauthenticate).toHaveBeenCalledOnce();
  });

  it('shares one dialog with other calls at the same time, and shows a new one later', async () => {
    let resolveReauthentication: (isVerified: boolean) => void = () => undefined;
    const reauthenticate = vi.fn(
      () => new Promise<boolean>((resolve) => (resolveReauthentication = resolve)),
    );
    setProver(reauthenticate);
    proofRequired();
    proofRequired();
    const bothCalls = Promise.all([call('user'), call('listHosts', { query: {} })]);
    await vi.waitFor(() => expect(network).toHaveBeenCalledTimes(2));
    await vi.waitFor(() => expect(reauthenticate).toHaveBeenCalledOnce());
    answer(200, { first: true });
    answer(200, { second: true });
    resolveReauthentication(true);
    expect(await bothCalls).toHaveLength(2);
    expect(reauthenticate).toHaveBeenCalledOnce();
    proofRequired();
    const later = failure();
    await vi.waitFor(() => expect(reauthenticate).toHaveBeenCalledTimes(2));
    resolveReauthentication(false);
    expect((await later).code).toBe(1800);
  });
});

describe('a change shown as code', () => {
  const credentials = { body: { email: 'a@example.test', password: 'x' } };

  it('is captured without being made, and the code after it doesn’t run', async () => {
    const onDone = vi.fn();
    const capturedCall = await captureCall(async () => {
      await call('login', credentials);
      onDone();
    });
    expect(capturedCall).toEqual({
      operation: 'login',
      params: {},
      query: {},
      body: credentials.body,
    });
    expect(network).not.toHaveBeenCalled();
    expect(onDone).not.toHaveBeenCalled();
  });

  it('is empty if the action ends or fails before', async () => {
    expect(await captureCall(async () => undefined)).toBeNull();
    expect(await captureCall(() => Promise.reject(new Error('no')))).toBeNull();
  });

  it('doesn’t affect the next one', async () => {
    await captureCall(() => call('login', credentials));
    answer(200, { done: true });
    expect(await call('login', credentials)).toEqual({ done: true });
  });
});
