import { accountingCodes } from './codes/accounting.ts';
import { alertsCodes } from './codes/alerts.ts';
import { allocationCodes } from './codes/allocations.ts';
import { budgetCodes } from './codes/budgets.ts';
import { compatibleCodes } from './codes/compatible.ts';
import { consolesCodes } from './codes/consoles.ts';
import { credentialsCodes } from './codes/credentials.ts';
import { discountCodes } from './codes/discounts.ts';
import { exchangeRateCodes } from './codes/exchangeRates.ts';
import { imagesCodes } from './codes/images.ts';
import { invoiceCodes } from './codes/invoices.ts';
import { keysCodes } from './codes/keys.ts';
import { mailsCodes } from './codes/mails.ts';
import { moneyCodes } from './codes/money.ts';
import { networksCodes } from './codes/networks.ts';
import { packagesCodes } from './codes/packages.ts';
import { paymentCodes } from './codes/payments.ts';
import { peopleCodes } from './codes/people.ts';
import { platformCodes } from './codes/platform.ts';
import { prepaidCodes } from './codes/prepaid.ts';
import { serversCodes } from './codes/servers.ts';
import { signInCodes } from './codes/signIn.ts';
import { sitesCodes } from './codes/sites.ts';

/**
 * Every error code the portal answers, once, by its area in `codes/`. Numbers below 1000 are the
 * specification's (section 8); 57 and 58 are session losses the specification names without a
 * number; from 1000 on they are ours. Texts live in `messages.ts`.
 */
export const code = {
  ...accountingCodes,
  ...alertsCodes,
  ...allocationCodes,
  ...budgetCodes,
  ...compatibleCodes,
  ...consolesCodes,
  ...credentialsCodes,
  ...discountCodes,
  ...exchangeRateCodes,
  ...imagesCodes,
  ...invoiceCodes,
  ...keysCodes,
  ...mailsCodes,
  ...moneyCodes,
  ...networksCodes,
  ...packagesCodes,
  ...paymentCodes,
  ...peopleCodes,
  ...platformCodes,
  ...prepaidCodes,
  ...serversCodes,
  ...signInCodes,
  ...sitesCodes,
} as const;

export type CodeName = keyof typeof code;
export type Code = (typeof code)[CodeName];
