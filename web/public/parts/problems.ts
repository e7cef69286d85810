import type { CallError } from '../../client.ts';
import { code } from '../../codes.ts';
import { text } from '../text.ts';

/** Errors by field name. `form` for those without a field. */
export type Problems = Readonly<Record<string, string>>;

/** The time until the form can be submitted again, and the reason. */
export interface Bar {
  /** Milliseconds since 1970. */
  until: number;
  why: 'blockedTitle' | 'slowDownTitle';
}

/** Codes below this aren't in the catalog. */
const firstCode = 10;

/** The errors of a rejection, assigned to fields that the form has. */
export function problemsOf(error: CallError, fields: readonly string[]): Problems {
  if (error.status === 0 || error.status >= 502)
    return { form: text(error.code === 409 ? 'gatewayError' : 'networkError') };
  const problems: Record<string, string> = {};
  for (const item of error.errors) {
    const fieldKey = item.key !== undefined && fields.includes(item.key) ? item.key : 'form';
    problems[fieldKey] ??=
      item.code >= firstCode && item.info.trim() !== ''
        ? item.info.trim()
        : text('errorCode', { code: String(item.code) });
  }
  return problems;
}

/** The seconds included in the text of a rejection (code 13 and similar). */
export function parseSeconds(info: string): number | null {
  const found = /\d+/.exec(info);
  return found ? Number(found[0]) : null;
}

const defaultBarSeconds = 60;

/**
 * The wait time caused by a rejection: code 13 after too many failures, or too many requests. Null
 * for all others.
 */
export function waitNoticeOf(error: CallError, now: number): Bar | null {
  const titleKey =
    error.code === code.blocked
      ? 'blockedTitle'
      : error.code === code.slowDown
        ? 'slowDownTitle'
        : null;
  return (
    titleKey && {
      why: titleKey,
      until: now + (parseSeconds(error.message) ?? defaultBarSeconds) * 1000,
    }
  );
}
