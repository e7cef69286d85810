import { expect, vi } from 'vitest';
import type { TestKey } from '../../../../../server/testing/keyClient.ts';

export interface ClientResponse {
  status: number;
  body: unknown;
  text: string;
}

/**
 * Sends requests like published clients: at the root of the host, with an access key, as JSON or as
 * a form.
 */
export class PublishedClient {
  readonly #address: string;
  readonly #headers: Record<string, string>;

  constructor(address: string, { clientId, secret }: TestKey) {
    this.#address = address;
    this.#headers = { AuthClientId: clientId, AuthSecret: secret, accept: 'application/json' };
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ClientResponse> {
    const answer = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        ...this.#headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      body:
        text.startsWith('{') || text.startsWith('[') || /^\d+$/.test(text)
          ? JSON.parse(text)
          : text,
      text,
    };
  }

  /** Returns the response and expects success. */
  async get<T>(path: string): Promise<T> {
    return this.#done<T>(await this.call('GET', path));
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return this.#done<T>(await this.call('POST', path, body));
  }

  /**
   * Like cloudcli, posts every field of a command, with unset ones empty, escaped like Go's
   * `url.PathEscape`.
   */
  async command<T>(path: string, fields: Record<string, string>): Promise<T> {
    const body = Object.entries(fields).map(([name, value]) => `${name}=${pathEscape(value)}`);
    return this.#done<T>(
      await this.call('POST', path, body.join('&'), {
        'content-type': 'application/x-www-form-urlencoded',
      }),
    );
  }

  /** A form in the standard encoding. */
  async form<T>(path: string, fields: Record<string, string>): Promise<T> {
    const body = new URLSearchParams(fields).toString();
    return this.#done<T>(
      await this.call('POST', path, body, { 'content-type': 'application/x-www-form-urlencoded' }),
    );
  }

  #done<T>({ status, body, text }: ClientResponse): T {
    expect(status, text).toBe(200);
    return body as T;
  }

  /** Polls like all published clients. Returns the finished command. */
  async wait(commandId: string | number): Promise<{ status: string; log: string; server: string }> {
    const read = () =>
      this.get<{ id: number; status: string; log: string; server: string }[]>(
        `/service/queue?id=${commandId}`,
      );
    return await vi.waitFor(
      async () => {
        const [command] = await read();
        expect(['complete', 'error']).toContain(command?.status);
        return command as { status: string; log: string; server: string };
      },
      { timeout: 15_000, interval: 50 },
    );
  }

  /** Expects the command to succeed and returns its log. */
  async complete(commandId: string | number): Promise<string> {
    const { status, log } = await this.wait(commandId);
    expect(status, log).toBe('complete');
    return log;
  }
}

/**
 * Like Go's `url.PathEscape`: `$ & + : = @` and characters that need no escaping stay unchanged.
 */
const pathEscape = (value: string): string =>
  encodeURIComponent(value)
    .replace(/%(?:24|26|2B|3A|3D|40)/g, decodeURIComponent)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
