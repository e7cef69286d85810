import type { LookupFunction } from 'node:net';
import * as z from 'zod';
import { askOnce } from '../ask.ts';
import {
  type TaxNumber,
  type TaxNumberAnswer,
  type TaxNumberDriver,
  TaxNumberFailure,
  type TaxNumberSettings,
} from './port.ts';

const limits = { timeoutMs: 20_000, maxAnswerBytes: 64 * 1024 };

const answer = z.object({
  valid: z.boolean(),
  requestDate: z.string().optional(),
  requestIdentifier: z.string().nullish(),
  name: z.string().nullish(),
  userError: z.string().nullish(),
});

/**
 * Responses about a number. All others are about the service: MS_UNAVAILABLE, TIMEOUT,
 * MS_MAX_CONCURRENT_REQ and similar.
 */
const ofTheNumber = new Set(['VALID', 'INVALID']);

/**
 * The REST service of VIES (European Commission), `POST /check-vat-number`. `now` dates an answer
 * that bears no day; `lookup` may refuse where the name leads.
 */
export function viesDriver(
  { baseAddress, now }: TaxNumberSettings,
  lookup?: LookupFunction,
): TaxNumberDriver {
  const address = `${baseAddress.replace(/\/+$/, '')}/check-vat-number`;
  return {
    check: async (wanted, asker) => {
      const text = await ask(address, JSON.stringify(questionOf(wanted, asker)), lookup);
      return read(text, now);
    },
  };
}

const questionOf = ({ country, number }: TaxNumber, asker: TaxNumber | null) => ({
  ...{ countryCode: country, vatNumber: number },
  ...(asker ? { requesterMemberStateCode: asker.country, requesterNumber: asker.number } : {}),
});

async function ask(
  address: string,
  body: string,
  lookup: LookupFunction | undefined,
): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const { status, text } = await askOnce(
    { method: 'POST', address, headers, body },
    { ...limits, lookup },
  ).catch((error: Error) => {
    throw new TaxNumberFailure(`The service cannot be reached: ${error.message}`, { cause: error });
  });
  if (status < 200 || status > 299)
    throw new TaxNumberFailure(problemIn(text) || `The service answered ${status}.`);
  return text;
}

function read(text: string, now: () => Date): TaxNumberAnswer {
  const parsed = answer.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new TaxNumberFailure(problemIn(text) || 'The service answered with something else.');
  const { valid, requestDate, requestIdentifier, name, userError } = parsed.data;
  if (userError && !ofTheNumber.has(userError)) throw new TaxNumberFailure(userError);
  const day = /^\d{4}-\d\d-\d\d/.exec(requestDate ?? '')?.[0] ?? now().toISOString().slice(0, 10);
  return {
    isValid: valid,
    requestId: requestIdentifier ?? '',
    name: shown(name ?? ''),
    answeredFor: day,
  };
}

/** Countries that keep names to themselves say `---`. */
const shown = (name: string): string => (/^-*$/.test(name.trim()) ? '' : name.trim().slice(0, 200));

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The code a refusal names, such as MS_UNAVAILABLE; '' when it names none. */
function problemIn(text: string): string {
  const refusal = z
    .object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })
    .safeParse(jsonOf(text));
  return refusal.success ? (refusal.data.errorWrappers[0]?.error ?? '').slice(0, 100) : '';
}
