import type { CodeName } from './codes.ts';
import type { MessageValues } from './errors.ts';
import type { Language, Texts } from './languages.ts';
import { accountingMessages } from './messages/accounting.ts';
import { alertsMessages } from './messages/alerts.ts';
import { allocationMessages } from './messages/allocations.ts';
import { budgetMessages } from './messages/budgets.ts';
import { compatibleMessages } from './messages/compatible.ts';
import { consolesMessages } from './messages/consoles.ts';
import { credentialsMessages } from './messages/credentials.ts';
import { discountMessages } from './messages/discounts.ts';
import { exchangeRateMessages } from './messages/exchangeRates.ts';
import { imagesMessages } from './messages/images.ts';
import { invoiceMessages } from './messages/invoices.ts';
import { keysMessages } from './messages/keys.ts';
import { mailsMessages } from './messages/mails.ts';
import type { Message } from './messages/message.ts';
import { moneyMessages } from './messages/money.ts';
import { networksMessages } from './messages/networks.ts';
import { packagesMessages } from './messages/packages.ts';
import { paymentMessages } from './messages/payments.ts';
import { peopleMessages } from './messages/people.ts';
import { platformMessages } from './messages/platform.ts';
import { prepaidMessages } from './messages/prepaid.ts';
import { serversMessages } from './messages/servers.ts';
import { signInMessages } from './messages/signIn.ts';
import { sitesMessages } from './messages/sites.ts';
import { rightTitles, things } from './messages/things.ts';

/** Status and texts of every code. Placeholders in braces are filled from the refusal's values. */
export const messages: Record<CodeName, Message> = {
  ...accountingMessages,
  ...alertsMessages,
  ...allocationMessages,
  ...budgetMessages,
  ...compatibleMessages,
  ...consolesMessages,
  ...credentialsMessages,
  ...discountMessages,
  ...exchangeRateMessages,
  ...imagesMessages,
  ...invoiceMessages,
  ...keysMessages,
  ...mailsMessages,
  ...moneyMessages,
  ...networksMessages,
  ...packagesMessages,
  ...paymentMessages,
  ...peopleMessages,
  ...platformMessages,
  ...prepaidMessages,
  ...serversMessages,
  ...signInMessages,
  ...sitesMessages,
};

/**
 * Fills the placeholders of a code's text in a language. Unknown placeholders stay visible so that
 * a test finds them.
 */
export function render(name: CodeName, language: Language, values: MessageValues = {}): string {
  const { texts } = messages[name];
  // The last placeholder can be empty, if a sentence has no addition.
  return texts[language]
    .replace(/\{(\w+)\}/g, (whole, key: string) => filled(key, values[key], language) ?? whole)
    .trimEnd();
}

/** Placeholders that are filled with one of a few known texts. */
const terms: Record<string, Record<string, Texts>> = { what: things, right: rightTitles };

function filled(
  key: string,
  value: MessageValues[string] | undefined,
  language: Language,
): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'object') return value[language];
  return terms[key]?.[value]?.[language] ?? String(value);
}
