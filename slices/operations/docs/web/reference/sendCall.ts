import { currentLanguage } from '../../../../../web/texts/texts.ts';
import { text } from '../text.ts';
import type { OperationDetail } from './Operation.tsx';

export type Sent = { status: number; ms: number; text: string } | { problem: string };

interface CallInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

const maxShown = 200_000;

/**
 * Calls the API without the console's client, so that an error is displayed and doesn't end the
 * session. With an access key, the session cookie is omitted.
 */
export async function sendCall(
  { method, path }: OperationDetail,
  input: CallInput,
  key: { clientId: string; secret: string } | null,
): Promise<Sent> {
  const resolvedPath = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(input.params[name] || '-'),
  );
  const search = new URLSearchParams(input.query).toString();
  const headers: Record<string, string> = { 'accept-language': currentLanguage() };
  const token = sessionStorage.getItem('token');
  if (key) Object.assign(headers, { AuthClientId: key.clientId, AuthSecret: key.secret });
  else if (token) headers.token = token;
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  const startedAt = performance.now();
  try {
    const response = await fetch(`${resolvedPath}${search ? `?${search}` : ''}`, {
      method,
      headers,
      credentials: key ? 'omit' : 'same-origin',
      body: input.body === undefined ? null : JSON.stringify(input.body),
    });
    const source = await response.text();
    return {
      status: response.status,
      ms: Math.round(performance.now() - startedAt),
      text: indent(source).slice(0, maxShown),
    };
  } catch (error) {
    return { problem: text('notSent', { reason: (error as Error).message }) };
  }
}

function indent(source: string): string {
  try {
    return JSON.stringify(JSON.parse(source), null, 2);
  } catch {
    return source;
  }
}
