import * as z from 'zod';
import { localized } from './localized.ts';

const aboveZero = localized(
  'Enter an amount above zero, for example 25 or 10.50.',
  'יש להזין סכום גדול מאפס, למשל 25 או 10.50.',
);
const tooLong = localized(
  'Enter up to twelve digits, and up to four after the decimal point.',
  'אפשר להזין עד שתים-עשרה ספרות, ועד ארבע אחרי הנקודה.',
);
/**
 * An amount to pay, record or refund: above zero, at most twelve digits and four decimals. Its
 * currency can allow fewer.
 */
export const positiveAmount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, {
    error: ({ input }) => (/^\d+(\.\d+)?$/.test(String(input)) ? tooLong : aboveZero),
    abort: true,
  })
  .refine((value) => !/^[0.]+$/.test(value), { message: aboveZero });

/** An ISO 4217 code. */
export const currency = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, {
    message: localized(
      'Enter a currency as three capital letters, for example USD, ILS, or EUR.',
      'יש להזין מטבע בשלוש אותיות גדולות, למשל USD, ‏ILS או EUR.',
    ),
  });

/** An ISO 3166 code of a country. */
export const country = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}$/, {
    message: localized(
      'Enter a country as two capital letters, for example IL or DE.',
      'יש להזין מדינה בשתי אותיות גדולות, למשל IL או DE.',
    ),
  });

/** An exchange rate between two currencies: above zero, at most ten digits and eight decimals. */
export const positiveRate = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,8})?$/, {
    message: localized(
      'Enter a rate above zero, for example 3.705.',
      'יש להזין שער גדול מאפס, למשל 3.705.',
    ),
    abort: true,
  })
  .refine((value) => !/^[0.]+$/.test(value), {
    message: localized(
      'Enter a rate above zero, for example 3.705.',
      'יש להזין שער גדול מאפס, למשל 3.705.',
    ),
  });
