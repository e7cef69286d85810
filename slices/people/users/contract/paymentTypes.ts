import * as z from 'zod';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

/**
 * The payment types of accounts (specification section 9), with their titles for screens, reports
 * and files.
 */
export const paymentTypeTitles = {
  'Credit Card': localize('paymentTypeTitles.creditCard'),
  Deposit: localize('paymentTypeTitles.deposit'),
  'Credit Card & Deposit': localize('paymentTypeTitles.creditCardDeposit'),
} as const satisfies Record<string, LocalizedText>;

type PaymentType = keyof typeof paymentTypeTitles;
const types = Object.keys(paymentTypeTitles) as [PaymentType, ...PaymentType[]];

export const paymentType = z.enum(types);

/** An option, localized for the reader. */
export const paymentTypeOption = z.strictObject({ value: paymentType, title: z.string() });

export const paymentTypeOptions = (language: Language): z.output<typeof paymentTypeOption>[] =>
  types.map((value) => ({ value, title: paymentTypeTitles[value][language] }));

/** An unknown type is shown as is. */
export const paymentTypeTitle = (type: string, language: Language): string =>
  paymentTypeOptions(language).find(({ value }) => value === type)?.title ?? type;
