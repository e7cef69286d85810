import type { Exchange } from '../../../drivers/http/port.ts';

const mask = '•••';
/** Longer bodies are truncated, in characters. */
const maxBodyLength = 8_000;

const secretName =
  /auth|token|secret|password|cookie|signature|api[-_]?key|assertion|verifier|proof/i;
/** `"client_secret": "…"` */
const jsonField = /("(?:[^"\\]|\\.)*")(\s*:\s*)"(?:[^"\\]|\\.)*"/g;
/** `client_secret=…`, in a form or a query. `code` is the OAuth 2.0 authorization code. */
const formField = /(^|[?&])([^=&?\s]+)=([^&\s#]*)/g;
const isSecretField = (name: string): boolean => secretName.test(name) || name === 'code';

/** The visible part of an exchange, without credentials and with truncated bodies. */
export interface Redacted {
  method: string;
  url: string;
  status: number | null;
  requestHeaders: Record<string, string>;
  requestBody: string;
  responseHeaders: Record<string, string>;
  responseBody: string;
}

interface RedactionInput {
  /** The connection's own secrets, hidden wherever they occur. */
  secrets: readonly string[];
  /** Bodies and queries contain messages to people, so they are omitted. */
  isPrivate: boolean;
}

/**
 * Removes the secrets of a connection and all fields with sensitive names: passwords, tokens, keys,
 * signatures, cookies.
 */
export function redact(
  { request, response }: Pick<Exchange, 'request' | 'response'>,
  { secrets, isPrivate }: RedactionInput,
): Redacted {
  // Short values, such as an account name used as a secret in tests, would hide ordinary text.
  const longSecrets = secrets
    .filter((secret) => secret.length >= 6)
    .sort((a, b) => b.length - a.length);
  const maskSecrets = (text: string): string =>
    longSecrets.reduce(
      (redacted, secret) =>
        [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].reduce(
          (text, form) => text.replaceAll(form, mask),
          redacted,
        ),
      text,
    );
  const maskFields = (text: string): string =>
    text
      .replace(jsonField, (match, name: string, colon: string) =>
        secretName.test(name) ? `${name}${colon}"${mask}"` : match,
      )
      .replace(formField, (match, before: string, name: string) =>
        isSecretField(name) ? `${before}${name}=${mask}` : match,
      );
  const body = (text: string | null): string =>
    isPrivate ? '' : maskFields(maskSecrets(text ?? '')).slice(0, maxBodyLength);
  const headers = (all: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [
        name,
        secretName.test(name) ? mask : maskSecrets(value),
      ]),
    );
  const url = new URL(request.address);
  url.username = '';
  url.password = '';
  if (isPrivate) url.search = '';
  return {
    method: request.method,
    url: maskFields(maskSecrets(url.href)),
    status: response?.status ?? null,
    requestHeaders: headers(request.headers),
    requestBody: body(request.body),
    responseHeaders: headers(response?.headers ?? {}),
    responseBody: body(response?.text ?? null),
  };
}
