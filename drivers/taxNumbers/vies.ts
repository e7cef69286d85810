import * as z from 'zod';
import type { HttpSend, VendorAccess } from '../http/port.ts';
import { vendorHttp } from '../http/vendorHttp.ts';
import { type Problem, problem } from '../problem.ts';
import {
  type TaxNumber,
  type TaxNumberAnswer,
  type TaxNumberDriver,
  TaxNumberFailure,
  type TaxNumberSettings,
} from './port.ts';

/** VIES rejects callers with too many requests at a time (MS_MAX_CONCURRENT_REQ). */
const limits = { timeoutMs: 20_000, maxAnswerBytes: 64 * 1024, perSecond: 2 };

const answer = z.object({
  valid: z.boolean(),
  requestDate: z.string().optional(),
  requestIdentifier: z.string().nullish(),
  name: z.string().nullish(),
  userError: z.string().nullish(),
});

/**
 * Responses about the number. All others are about the service: MS_UNAVAILABLE, TIMEOUT,
 * MS_MAX_CONCURRENT_REQ and similar.
 */
const numberVerdicts = new Set(['VALID', 'INVALID']);

/**
 * The VIES REST service (European Commission), `POST /check-vat-number`. `now` is the date of a
 * response without one.
 */
export function viesDriver(
  { baseAddress, now }: TaxNumberSettings,
  access?: VendorAccess,
): TaxNumberDriver {
  const httpSend = vendorHttp(
    { ...limits, fail: (found, cause) => new TaxNumberFailure(found, { cause }) },
    access,
  );
  const address = `${baseAddress.replace(/\/+$/, '')}/check-vat-number`;
  return {
    check: async (taxNumber, requester) => {
      const text = await send(
        httpSend,
        address,
        JSON.stringify(requestBodyOf(taxNumber, requester)),
      );
      return read(text, now);
    },
  };
}

const requestBodyOf = ({ country, number }: TaxNumber, requester: TaxNumber | null) => ({
  ...{ countryCode: country, vatNumber: number },
  ...(requester
    ? { requesterMemberStateCode: requester.country, requesterNumber: requester.number }
    : {}),
});

async function send(httpSend: HttpSend, address: string, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const { status, text } = await httpSend({ method: 'POST', address, headers, body });
  if (status < 200 || status > 299)
    throw new TaxNumberFailure(parseErrorCode(text) ?? problem('onlyStatus', { status }));
  return text;
}

function read(text: string, now: () => Date): TaxNumberAnswer {
  const parsed = answer.safeParse(jsonOf(text));
  if (!parsed.success) throw new TaxNumberFailure(parseErrorCode(text) ?? problem('otherAnswer'));
  const { valid, requestDate, requestIdentifier, name, userError } = parsed.data;
  if (userError && !numberVerdicts.has(userError))
    throw new TaxNumberFailure(problem('answeredCode', { code: userError }));
  const day = /^\d{4}-\d\d-\d\d/.exec(requestDate ?? '')?.[0] ?? now().toISOString().slice(0, 10);
  return {
    isValid: valid,
    requestId: requestIdentifier ?? '',
    name: cleanName(name ?? ''),
    answeredFor: day,
  };
}

/** Countries that don't disclose names return `---`. */
const cleanName = (name: string): string =>
  /^-*$/.test(name.trim()) ? '' : name.trim().slice(0, 200);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error that a response contains, such as MS_UNAVAILABLE. Null when there is none. */
function parseErrorCode(text: string): Problem | null {
  const parsedError = z
    .object({ errorWrappers: z.array(z.object({ error: z.string() })).min(1) })
    .safeParse(jsonOf(text));
  const code = parsedError.success
    ? (parsedError.data.errorWrappers[0]?.error ?? '').slice(0, 100)
    : '';
  return code === '' ? null : problem('answeredCode', { code });
}
