import type { ErrorItem } from '../contract/errors/errors.ts';

export interface Answer<T = unknown> {
  status: number;
  body: T & { errors?: ErrorItem[]; code?: number[] };
  headers: Headers;
  text: string;
}

/**
 * A client that behaves like the portal's web app: keeps the cookie and the CSRF token, and sends
 * JSON.
 */
export class ApiClient {
  readonly address: string;
  token = '';
  userId = '';
  email = '';
  language = 'en';

  readonly #send: typeof fetch;
  #cookies = new Map<string, string>();

  /** `send` replaces the network connection to the portal. */
  constructor(address: string, send: typeof fetch = fetch) {
    this.address = address;
    this.#send = send;
  }

  /** All cookies, as sent with each request. Assign a value to start with existing cookies. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  set cookie(header: string) {
    this.#cookies = new Map();
    for (const cookie of header.split('; ').filter(Boolean)) this.#keep(cookie);
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(/; ?/);
    const name = pair.slice(0, pair.indexOf('='));
    const isExpired = attributes.some((attribute) =>
      /^(max-age=0|expires=thu, 01 jan 1970)/i.test(attribute),
    );
    if (isExpired) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(pair.indexOf('=') + 1));
  }

  async signIn(email: string, password: string): Promise<Answer<{ userId?: string }>> {
    const answer = await this.post<{ userId?: string }>('/login', { email, password });
    this.userId = answer.body.userId ?? '';
    this.email = email;
    return answer;
  }

  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path);
  }
  post<T = Record<string, unknown>>(path: string, body: unknown = {}): Promise<Answer<T>> {
    return this.call<T>('POST', path, body);
  }
  put<T = Record<string, unknown>>(path: string, body: unknown = {}): Promise<Answer<T>> {
    return this.call<T>('PUT', path, body);
  }
  delete<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return this.call<T>('DELETE', path);
  }

  /** `path` is relative to `/svc`. A text or binary body is sent unchanged. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const sent: Record<string, string> = {
      'api-version': 'latest',
      'accept-language': this.language,
    };
    if (this.#cookies.size > 0) sent.cookie = this.cookie;
    if (this.token) sent.token = this.token;
    if (body !== undefined)
      sent['content-type'] =
        body instanceof Uint8Array ? 'application/octet-stream' : 'application/json';
    const send = this.#send;
    const response = await send(`${this.address}/svc${path}`, {
      method,
      headers: { ...sent, ...headers },
      ...(body !== undefined
        ? {
            body:
              typeof body === 'string' || body instanceof Uint8Array
                ? (body as BodyInit)
                : JSON.stringify(body),
          }
        : {}),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    this.token = response.headers.get('token') ?? this.token;
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('application/json') ?? false;
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : {}) as Answer<T>['body'],
      headers: response.headers,
      text,
    };
  }
}
