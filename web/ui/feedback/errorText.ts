import { CallError } from '../../client.ts';
import type common from '../../texts/common/en.json';
import { textsOf } from '../../texts/texts.ts';

const text = textsOf<typeof common>('common');

/** The message for an error: the portal's own, or a connection problem. */
export function errorText(error: unknown): string {
  if (!(error instanceof CallError)) return text('crashTitle');
  if (error.code === 408 || error.status === 0) return text('networkError');
  if (error.code === 409 || error.code === -1) return text('gatewayError');
  return (
    error.errors.map((item) => item.info).join(' ') ||
    text('errorCode', { code: String(error.code) })
  );
}
