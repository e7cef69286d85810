import * as z from 'zod';
import { localize } from '../texts/localize.ts';
import { schemaMessage } from './schemaMessage.ts';

const aboveZero = schemaMessage(localize('invalid.aboveZero.enterAmountAboveZero'));
const tooLong = schemaMessage(localize('invalid.tooLong.enterUpTwelveDigits'));
/**
 * An amount to pay, record, or refund: above zero, with at most twelve digits and four decimals.
 * Its currency can allow fewer decimals.
 */
export const positiveAmount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, {
    error: ({ input }) => (/^\d+(\.\d+)?$/.test(String(input)) ? tooLong : aboveZero),
    abort: true,
  })
  .refine((value) => !/^[0.]+$/.test(value), { message: aboveZero });

/** An ISO 4217 currency code. */
export const currency = z
  .string()
  .trim()
  .regex(/^[A-Z]{3}$/, {
    message: schemaMessage(localize('invalid.message.enterCurrencyAsThree')),
  });

/** An ISO 3166 country code. */
export const country = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}$/, {
    message: schemaMessage(localize('invalid.message.enterCountryAsTwo')),
  });

/**
 * An exchange rate between two currencies: above zero, with at most ten digits and eight decimals.
 */
export const positiveRate = z
  .string()
  .trim()
  .regex(/^\d{1,10}(\.\d{1,8})?$/, {
    message: schemaMessage(localize('invalid.message.enterRateAboveZero')),
    abort: true,
  })
  .refine((value) => !/^[0.]+$/.test(value), {
    message: schemaMessage(localize('invalid.message.enterRateAboveZero')),
  });
