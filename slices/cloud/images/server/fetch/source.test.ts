import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSourceAddress, openSource } from './source.ts';

describe('an image URL', () => {
  it.each([
    ['http://cloud.debian.org/x.qcow2', 'https://'],
    ['ftp://cloud.debian.org/x.qcow2', 'https://'],
    ['file:///etc/passwd', 'https://'],
    ['not an address', 'isn’t valid'],
    ['https://name:secret@cloud.debian.org/', 'username or password'],
    ['https://cloud.debian.org:8443/x', '443'],
    ['https://127.0.0.1/x', 'isn’t a public address'],
    ['https://[::1]/x', 'isn’t a public address'],
    ['https://[::ffff:10.0.0.1]/x', 'isn’t a public address'],
    ['https://169.254.169.254/latest/meta-data', 'isn’t a public address'],
    // Alternative notations of 127.0.0.1, which URL parsing normalizes before the check.
    ['https://2130706433/x', 'isn’t a public address'],
    ['https://0x7f.1/x', 'isn’t a public address'],
    ['https://0177.0.0.1/x', 'isn’t a public address'],
  ])('%s is rejected: %s', (address, problem) => {
    expect(() => checkSourceAddress(address, [])).toThrow(
      expect.objectContaining({
        reasons: [
          {
            name: 'imageSourceRefused',
            values: {
              address,
              problem: expect.objectContaining({
                en: expect.stringContaining(problem),
                he: expect.stringMatching(/[א-ת]/),
              }),
            },
          },
        ],
      }),
    );
  });

  it('is accepted if it is public HTTPS or its origin is trusted', () => {
    expect(checkSourceAddress('https://cloud.debian.org/x', []).host).toBe('cloud.debian.org');
    expect(checkSourceAddress('http://127.0.0.1:81/x', ['http://127.0.0.1:81']).port).toBe('81');
    expect(() => checkSourceAddress('http://127.0.0.1:82/x', ['http://127.0.0.1:81'])).toThrow(
      'imageSourceRefused',
    );
  });
});

describe('a hostname', () => {
  // Nothing listens on port 443 of this machine, which is trusted in the third case, so the
  // connection is refused.
  it.each([
    ['https://localhost/x', []],
    ['https://nowhere.invalid/x', []],
    ['https://localhost/x', ['https://localhost']],
  ])(
    'fails in the same way, whatever it resolves to here (%s, trusted: %j)',
    async (address, trustedOrigins) => {
      const failure = await openSource({
        address,
        signal: AbortSignal.timeout(5000),
        trustedOrigins,
      }).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        name: 'SourceError',
        isFinal: false,
        texts: { en: 'The server can’t be reached.' },
      });
    },
  );
});

describe('redirects', () => {
  let server: Server;
  let origin: string;
  const requests: string[] = [];
  const redirects: Record<string, string> = {
    '/metadata': 'https://169.254.169.254/latest',
    '/plain': 'http://example.com/',
    '/loop': '/loop',
    '/file': 'file:///etc/passwd',
    '/here': '/image',
  };
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      requests.push(path);
      if (redirects[path]) response.writeHead(302, { location: redirects[path] }).end();
      else response.end('content');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const fetchPath = (path: string) =>
    openSource({
      address: `${origin}${path}`,
      signal: AbortSignal.timeout(5000),
      trustedOrigins: [origin],
    });

  it('are followed to allowed addresses', async () => {
    const answer = await fetchPath('/here');
    expect(answer.statusCode).toBe(200);
    answer.destroy();
  });

  it.each(['/metadata', '/plain', '/file'])(
    'to forbidden addresses are rejected (%s)',
    async (path) => {
      await expect(fetchPath(path)).rejects.toThrow('imageSourceRefused');
    },
  );

  it('fail after too many redirects', async () => {
    requests.length = 0;
    await expect(fetchPath('/loop')).rejects.toMatchObject({ name: 'SourceError', isFinal: true });
    expect(requests).toHaveLength(6);
  });
});
