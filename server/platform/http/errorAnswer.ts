import type { Logger } from 'pino';
import type * as z from 'zod';
import { code } from '../../../contract/codes.ts';
import { type ErrorBody, type Reason, Refusal, refuse } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/languages.ts';
import { messages, render } from '../../../contract/messages.ts';
import { isDatabaseAway } from '../database/away.ts';
import { schemaProblem, schemaTexts } from '../schemaTexts.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  retryAfterSeconds?: number;
}

/** Checks a value against a schema; a refusal names each field that is wrong and says what would be right, in the language. */
export function check<S extends z.ZodType>(schema: S, value: unknown, language: Language, prefix = ''): z.output<S> {
  const parsed = schema.safeParse(value, { error: schemaTexts[language] });
  if (parsed.success) return parsed.data;
  throw new Refusal(parsed.error.issues.slice(0, 20).flatMap((issue) => reasonsOf(issue, prefix, language)));
}

function reasonsOf(issue: z.core.$ZodIssue, prefix: string, language: Language): Reason[] {
  const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '');
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key.slice(0, 100)]) : [path];
  return paths.map((parts) => {
    const reason: Reason = { name: 'inputInvalid', values: { problem: schemaProblem(issue, language).slice(0, 500) } };
    if (parts.length > 0) reason.key = parts.join('.');
    return reason;
  });
}

/** What of a database error is not our defect: it is away, or two calls met. Null for anything else. */
function databaseRefusal(error: unknown): Refusal | null {
  const { code: sqlState } = error as { code?: string };
  if (sqlState === '40001' || sqlState === '40P01')
    return refuse('conflict', { problem: 'Another change was made at the same moment. Try again.' });
  return isDatabaseAway(error) ? new Refusal([{ name: 'unavailable' }], 2) : null;
}

/** Turns whatever was thrown into the answer of the specification; what nobody meant is logged whole and answered with the request id alone. */
export function errorAnswer(error: unknown, language: Language, requestId: string, log: Logger): ErrorAnswer {
  const refusal = error instanceof Refusal ? error : databaseRefusal(error);
  if (!refusal) {
    log.error({ err: error, requestId }, 'a call failed unexpectedly');
    return answerOf(refuse('internal', { requestId }), language);
  }
  return answerOf(refusal, language);
}

/** A refusal in the form of the specification. */
export function answerOf(refusal: Refusal, language: Language): ErrorAnswer {
  const first = refusal.reasons[0];
  if (!first) throw new Error('A refusal needs a reason.');
  const errors = refusal.reasons.map((reason) => ({
    code: code[reason.name],
    info: render(reason.name, language, reason.values),
    ...(reason.key ? { key: reason.key } : {}),
  }));
  const answer: ErrorAnswer = { status: messages[first.name].status, body: { errors, code: errors.map((item) => item.code) } };
  if (refusal.retryAfterSeconds !== undefined) answer.retryAfterSeconds = refusal.retryAfterSeconds;
  return answer;
}

export function unknownRoute(method: string, url: string): Refusal {
  return refuse('routeUnknown', { method, path: url.split('?')[0]?.slice(0, 200) ?? '' });
}
