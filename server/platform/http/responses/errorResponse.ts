import type { Logger } from 'pino';
import type * as z from 'zod';
import {
  type ErrorBody,
  type Reason,
  UserError,
  userError,
} from '../../../../contract/errors/errors.ts';
import { code, messages, render } from '../../../../contract/errors/messages.ts';
import { eachLanguage, type Language } from '../../../../contract/languages.ts';
import { isDatabaseUnavailable } from '../../database/isDatabaseUnavailable.ts';
import type { Resources } from '../../resources/resources.ts';
import { type SchemaProblem, schemaProblems } from '../../schemaTexts/schemaTexts.ts';
import { localize } from '../../texts/localize.ts';

export interface ErrorAnswer {
  status: number;
  body: ErrorBody;
  retryAfterSeconds?: number;
}

/**
 * Validates a value against a schema. The error names each invalid field and the expected value.
 */
export function parseOrThrow<S extends z.ZodType>(
  schema: S,
  value: unknown,
  prefix = '',
): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new UserError(schemaProblems(schema, value).flatMap((found) => reasonsOf(found, prefix)));
}

/** Maximum length, in characters, of caller input quoted in an error message. */
const maxProblemLength = 500;

function reasonsOf({ issue, problem }: SchemaProblem, prefix: string): Reason[] {
  const path = [prefix, ...issue.path.map(String)].filter((part) => part !== '');
  const paths =
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...path, key.slice(0, 100)])
      : [path];
  return paths.map((parts) => {
    const reason: Reason = {
      name: 'inputInvalid',
      values: { problem: eachLanguage((language) => problem[language].slice(0, maxProblemLength)) },
    };
    if (parts.length > 0) reason.key = parts.join('.');
    return reason;
  });
}

/**
 * Classifies database errors that aren't program errors: an outage or conflicting calls. Null for
 * anything else.
 */
function databaseRefusal(error: unknown): UserError | null {
  const { code: sqlState } = error as { code?: string };
  if (sqlState === '40001' || sqlState === '40P01')
    return userError('conflict', {
      problem: localize('errorAnswer.problem.anotherChangeMadeSame'),
    });
  return isDatabaseUnavailable(error) ? new UserError([{ name: 'unavailable' }], 2) : null;
}

interface ErrorAnswerContext {
  requestId: string;
  log: Logger;
  resources: Resources;
}

/**
 * Converts any thrown error to the specification's error response. Unexpected errors are logged in
 * full, and the response only has the request ID.
 */
export function errorAnswer(
  error: unknown,
  language: Language,
  { requestId, log, resources }: ErrorAnswerContext,
): ErrorAnswer {
  const rejection =
    error instanceof UserError ? error : (resources.refusalFor(error) ?? databaseRefusal(error));
  if (!rejection) {
    log.error({ err: error, requestId }, 'A call failed unexpectedly');
    return errorAnswerOf(userError('internal', { requestId }), language);
  }
  return errorAnswerOf(rejection, language);
}

/** Converts a user error to the error response of the specification. */
export function errorAnswerOf(rejection: UserError, language: Language): ErrorAnswer {
  const first = rejection.reasons[0];
  if (!first) throw new Error('A refusal needs a reason.');
  const errors = rejection.reasons.map((reason) => ({
    code: code[reason.name],
    info: render(reason.name, language, reason.values),
    ...(reason.key ? { key: reason.key } : {}),
  }));
  const answer: ErrorAnswer = {
    status: messages[first.name].status,
    body: { errors, code: errors.map((item) => item.code) },
  };
  if (rejection.retryAfterSeconds !== undefined)
    answer.retryAfterSeconds = rejection.retryAfterSeconds;
  return answer;
}

export function unknownRoute(method: string, url: string): UserError {
  return userError('routeUnknown', { method, path: url.split('?')[0]?.slice(0, 200) ?? '' });
}
