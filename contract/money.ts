import * as z from 'zod';
import { said } from './said.ts';

const aboveZero = said('an amount above zero such as 25 or 10.50 is needed', 'נדרש סכום גדול מאפס, כגון 25 או 10.50');
const tooLong = said('at most twelve digits, and four after the point', 'לכל היותר שתים עשרה ספרות, וארבע אחרי הנקודה');
/** An amount to pay, book or give back: above zero, at most twelve digits and four decimals. Its currency may allow fewer. */
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
    message: said(
      'a currency of three capital letters such as USD, ILS or EUR is needed',
      'נדרש מטבע בשלוש אותיות גדולות, כגון USD, ILS או EUR',
    ),
  });

/** An ISO 3166 code of a country. */
export const country = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}$/, {
    message: said('a country of two capital letters such as IL or DE is needed', 'נדרשת מדינה בשתי אותיות גדולות, כגון IL או DE'),
  });

/** So many of one currency one of another is: above zero, at most ten digits and eight decimals. */
export const positiveRate = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,8})?$/, {
    message: said('a rate above zero such as 3.705 is needed', 'נדרש שער גדול מאפס, כגון 3.705'),
    abort: true,
  })
  .refine((value) => !/^[0.]+$/.test(value), {
    message: said('a rate above zero such as 3.705 is needed', 'נדרש שער גדול מאפס, כגון 3.705'),
  });
