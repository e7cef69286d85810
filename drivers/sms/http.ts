import type { Ask } from '../http/port.ts';
import { failureOfAnswer } from './ask.ts';
import type { SmsDriver } from './port.ts';

export interface HttpSmsSettings {
  method: 'GET' | 'POST' | 'PUT';
  /** May say `{phone}`, `{text}` and `{secret}`; they are percent-encoded there. */
  address: string;
  /** One header a line, `Name: value`; may say `{secret}`. */
  headers: string;
  /**
   * May say all three, encoded as the content type asks: in JSON strings, form fields, XML or
   * plain. '' for no body.
   */
  body: string;
  /** The portal's secret at the provider, stored separately. */
  secret: string;
}

/** Any provider that takes a text message by one HTTP call and answers 2xx when it took it. */
export function httpSmsDriver(
  { method, address, headers, body, secret }: HttpSmsSettings,
  ask: Ask,
): SmsDriver {
  const sentHeaders = parseHeaders(headers.replaceAll('{secret}', () => secret));
  const encode = encoderOf(sentHeaders['content-type'] ?? '');
  return {
    send: async (message) => {
      const values = { ...message, secret };
      const answer = await ask({
        method,
        address: fillWith(address, values, encodeURIComponent),
        headers: sentHeaders,
        body: method === 'GET' || body === '' ? null : fillWith(body, values, encode),
      });
      if (answer.status >= 200 && answer.status < 300) return { reference: '' };
      throw failureOfAnswer(answer, answer.text);
    },
  };
}

/** Names in lower case. A line that is no header is left out. */
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

const fillWith = (
  template: string,
  values: { phone: string; text: string; secret: string },
  encode: Encode,
): string =>
  template.replace(/\{(phone|text|secret)\}/g, (_whole, name: 'phone' | 'text' | 'secret') =>
    encode(values[name]),
  );
