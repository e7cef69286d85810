import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A complete third-party OpenID Connect provider, and a browser that follows its pages. */
export class RealProvider {
  readonly issuer: string;
  readonly #server: Server;

  private constructor(issuer: string, server: Server) {
    this.issuer = issuer;
    this.#server = server;
  }

  static async start(client: {
    id: string;
    secret: string;
    redirectUri: string;
  }): Promise<RealProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: client.id,
          client_secret: client.secret,
          redirect_uris: [client.redirectUri],
          response_types: ['code'],
          grant_types: ['authorization_code'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      pkce: { required: () => true },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'name'],
      },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({
          sub: id,
          email: `${id}@example.test`,
          email_verified: true,
          given_name: 'Dana',
          family_name: 'Levi',
          name: 'Dana Levi',
        }),
      }),
      cookies: { keys: ['a key for the test'] },
    });
    provider.proxy = false;
    server.on('request', provider.callback());
    return new RealProvider(issuer, server);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Signs in as `login` and consents. Returns the URL that the browser is redirected to. */
  async goThrough(address: string, login: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let url = new URL(address);
    let form: URLSearchParams | null = null;
    for (let step = 0; step < 15; step++) {
      if (url.origin !== this.issuer) return url;
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response: Response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie },
        ...(form ? { method: 'POST', body: form } : {}),
      });
      for (const set of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
        cookies.set(name, value);
      }
      form = null;
      const location = response.headers.get('location');
      if (location) {
        url = new URL(location, url);
        continue;
      }
      const page = await response.text();
      const action = /action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`The provider shows no form: ${page.slice(0, 500)}`);
      url = new URL(action, url);
      form = new URLSearchParams(
        page.includes('name="login"')
          ? { prompt: 'login', login, password: 'any' }
          : { prompt: 'consent' },
      );
    }
    throw new Error('The provider never sends the browser back.');
  }
}
