import type { HttpSend } from '../http/port.ts';
import { failureOfAnswer } from './createHttpSend.ts';
import type { SmsDriver } from './port.ts';

export interface HttpSmsSettings {
  method: 'GET' | 'POST' | 'PUT';
  /** Can contain `{phone}`, `{text}` and `{secret}`, which are percent-encoded. */
  address: string;
  /** One header per line, `Name: value`. Can contain `{secret}`. */
  headers: string;
  /**
   * Can contain all three placeholders, encoded for the content type: JSON strings, form fields,
   * XML or plain text. '' for no body.
   */
  body: string;
  /** The portal's secret at the provider, stored separately. */
  secret: string;
}

/** Any provider that accepts a text message in one HTTP call and returns 2xx on success. */
export function httpSmsDriver(
  { method, address, headers, body, secret }: HttpSmsSettings,
  httpSend: HttpSend,
): SmsDriver {
  const sentHeaders = parseHeaders(headers.replaceAll('{secret}', () => secret));
  const encode = encoderOf(sentHeaders['content-type'] ?? '');
  return {
    send: async (message) => {
      const values = { ...message, secret };
      const answer = await httpSend({
        method,
        address: fillTemplate(address, values, encodeURIComponent),
        headers: sentHeaders,
        body: method === 'GET' || body === '' ? null : fillTemplate(body, values, encode),
      });
      if (answer.status >= 200 && answer.status < 300) return { reference: '' };
      throw failureOfAnswer(answer, answer.text);
    },
  };
}

/** Names in lowercase. Lines that aren't headers are omitted. */
export function parseHeaders(text: string): Record<string, string> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => /^\s*([A-Za-z0-9-]+)\s*:\s*([\x20-\x7e]*?)\s*$/.exec(line));
  return Object.fromEntries(
    lines.flatMap((line) => (line?.[1] ? [[line[1].toLowerCase(), line[2] ?? '']] : [])),
  );
}

type Encode = (value: string) => string;

function encoderOf(contentType: string): Encode {
  if (/json/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1);
  if (/x-www-form-urlencoded/i.test(contentType)) return encodeURIComponent;
  if (/xml/i.test(contentType))
    return (value) => value.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
  return (value) => value;
}

const fillTemplate = (
  template: string,
  values: { phone: string; text: string; secret: string },
  encode: Encode,
): string =>
  template.replace(/\{(phone|text|secret)\}/g, (_whole, name: 'phone' | 'text' | 'secret') =>
    encode(values[name]),
  );
