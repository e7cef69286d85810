import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Language } from '../../../contract/languages.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { holdersOf } from '../../../contract/roleTitles.ts';
import { may } from '../../../server/platform/access/scope.ts';
import type { Context } from '../../../server/platform/context.ts';
import { isNumberConfirmed } from '../../billing/server/index.ts';
import type { invoiceEndpoints } from '../contract.ts';

export type Fault = z.output<(typeof invoiceEndpoints)['getInvoicing']['answer']>['faults'][number];
type Texts = Record<Language, string>;

/** An implausible number of lines for one month, which requires manual review before charging. */
export const mostLines = 20_000;

/** Where a problem is fixed. */
interface Place {
  companyId: string;
  /** The customer, when it is about one. */
  userId?: string;
  period: string;
}

interface Rule {
  isBlocking: boolean;
  title: Texts;
  remedy: Texts;
  link(place: Place): string;
  /**
   * The permission required to fix it; omitted where every billing administrator of the company
   * can.
   */
  mending?: Permission;
}

const ofCustomer = ({ companyId, userId }: Place): string =>
  `/billingManage/${companyId}/${userId}`;
const ofCompany = ({ companyId }: Place): string => `/companies/${companyId}`;
const ofTaxes = ({ companyId }: Place): string => `/companies/${companyId}/billingProperties`;
const ofInvoice = ({ companyId, period, userId }: Place): string =>
  `/invoicing/${companyId}/${period}/invoicing/${userId}/status`;

/** All validation errors in display order. Errors that affect all customers come first. */
const rules = {
  companyAddress: {
    isBlocking: true,
    title: { en: 'The company address is incomplete', he: 'כתובת החברה אינה מלאה' },
    remedy: {
      en: 'Documents show the seller’s street and city. Enter them in the company settings.',
      he: 'במסמכים מופיעים הרחוב והעיר של המוכר. יש להזין אותם בהגדרות החברה.',
    },
    link: ofCompany,
  },
  companyTaxNumber: {
    isBlocking: true,
    title: { en: 'Company tax number missing', he: 'חסר מספר המס של החברה' },
    remedy: {
      en: 'The company charges tax. Enter its tax number.',
      he: 'החברה גובה מס. יש להזין את מספר המס שלה.',
    },
    link: ofCompany,
  },
  noTax: {
    isBlocking: false,
    title: {
      en: 'No tax applies on the last day of the month',
      he: 'אין מס בתוקף ביום האחרון של החודש',
    },
    remedy: {
      en: 'Documents will be issued without tax. If that’s wrong, add the tax rate.',
      he: 'המסמכים יופקו ללא מס. אם זו טעות, יש להוסיף את שיעור המס.',
    },
    link: ofTaxes,
  },
  noEInvoice: {
    isBlocking: false,
    title: { en: 'Documents won’t be e-invoices', he: 'המסמכים לא יהיו חשבוניות אלקטרוניות' },
    remedy: {
      en: 'EN 16931 requires a seller tax number, one tax rate at a time, and a currency with at most two decimals. The page, PDF, and CSV are created anyway.',
      he: 'תקן EN 16931 דורש מספר מס של המוכר, שיעור מס אחד בכל עת ומטבע עם שתי ספרות עשרוניות לכל היותר. הדף, ה-PDF וה-CSV נוצרים בכל מקרה.',
    },
    link: ofTaxes,
  },
  noAllocation: {
    isBlocking: false,
    title: { en: 'No connection to the tax authority', he: 'אין חיבור לרשות המסים' },
    remedy: {
      en: 'Documents to businesses have no allocation number, and above the minimum amount buyers can’t deduct the VAT. Connect the tax authority on the company’s Connections page.',
      he: 'למסמכים לעסקים אין מספר הקצאה, ומעל סכום המינימום הקונים אינם רשאים לנכות את המע"מ. יש לחבר את רשות המסים בעמוד החיבורים של החברה.',
    },
    link: ({ companyId }) => `/companies/${companyId}/payments`,
    mending: 'companies.manage',
  },
  paidByOther: {
    isBlocking: true,
    title: { en: 'Another account pays for this one', he: 'חשבון אחר משלם עבור חשבון זה' },
    remedy: {
      en: 'Charge the paying account instead. This account doesn’t receive invoices.',
      he: 'יש לחייב את החשבון המשלם. חשבון זה אינו מקבל חשבוניות.',
    },
    link: () => '/billingAccess',
  },
  profileMissing: {
    isBlocking: true,
    title: { en: 'No billing details', he: 'אין פרטי חיוב' },
    remedy: {
      en: 'Ask the customer to complete the billing profile, or waive it on the customer’s page.',
      he: 'יש לבקש מהלקוח למלא את פרופיל החיוב, או לוותר עליו בדף הלקוח.',
    },
    link: ofCustomer,
  },
  profileDisapproved: {
    isBlocking: true,
    title: { en: 'Billing details weren’t accepted', he: 'פרטי החיוב לא התקבלו' },
    remedy: {
      en: 'Approve them, or wait for new ones.',
      he: 'יש לאשר אותם או להמתין לפרטים חדשים.',
    },
    link: ofCustomer,
  },
  taxNumberUnverified: {
    isBlocking: true,
    title: { en: 'The tax number is waiting for verification', he: 'מספר המס ממתין לאימות' },
    remedy: {
      en: 'Check the customer’s tax number and verify the billing profile.',
      he: 'יש לבדוק את מספר המס של הלקוח ולאמת את פרופיל החיוב.',
    },
    link: ofCustomer,
  },
  currencyForeign: {
    isBlocking: true,
    title: {
      en: 'Bought in a different currency than the company’s',
      he: 'נקנה במטבע שונה ממטבע החברה',
    },
    remedy: {
      en: 'Amounts aren’t converted between currencies. Set the company’s currency to the one its price lists use.',
      he: 'סכומים אינם מומרים ממטבע למטבע. יש לקבוע לחברה את המטבע של המחירונים שלה.',
    },
    link: ofCompany,
    mending: 'companies.manage',
  },
  tooManyLines: {
    isBlocking: true,
    title: { en: `More than ${mostLines} lines`, he: `יותר מ-${mostLines} שורות` },
    remedy: {
      en: 'Check the invoice and approve it if it’s correct.',
      he: 'יש לבדוק את החשבונית ולאשר אותה אם היא נכונה.',
    },
    link: ofInvoice,
  },
  taxedOtherwise: {
    isBlocking: true,
    title: {
      en: 'The customer’s taxation changed after the lines were created',
      he: 'אופן המיסוי של הלקוח השתנה לאחר יצירת השורות',
    },
    remedy: {
      en: 'Run the month again to recalculate taxes.',
      he: 'יש להפיק שוב את החודש כדי לחשב את המסים מחדש.',
    },
    link: ofInvoice,
  },
  refused: {
    isBlocking: true,
    title: { en: 'Booking to the ledger failed', he: 'הרישום בספר החשבונות נכשל' },
    remedy: {
      en: 'The invoice log shows why. Fix the problem, then run the month again.',
      he: 'הסיבה מופיעה ביומן החשבונית. יש לתקן את הבעיה ולהפיק שוב את החודש.',
    },
    link: ofInvoice,
  },
  vatNumberUnverified: {
    isBlocking: false,
    title: {
      en: 'Tax is charged because the VAT number isn’t verified',
      he: 'נגבה מס כי מספר המע"מ לא אומת',
    },
    remedy: {
      en: 'A business in another EU country pays the tax itself once its VAT number is verified. Check the number in VIES and verify the billing profile manually (if a payment verified it, request manual verification first).',
      he: 'עסק במדינה אחרת באיחוד האירופי משלם את המס בעצמו לאחר אימות מספר המע"מ שלו. יש לבדוק את המספר ב-VIES ולאמת את פרופיל החיוב ידנית (אם הפרופיל אומת בתשלום, יש לדרוש תחילה אימות ידני).',
    },
    link: ofCustomer,
  },
  priceMissing: {
    isBlocking: false,
    title: {
      en: 'A running item is no longer in any price list',
      he: 'פריט פועל כבר אינו מופיע באף מחירון',
    },
    remedy: {
      en: 'It’s charged at its purchase price, but can’t be changed until the item is in a price list again.',
      he: 'הפריט מחויב במחיר שבו נקנה, אך לא ניתן לשנותו עד שהפריט ישוב למחירון.',
    },
    link: () => '/pricelist',
    mending: 'prices.manage',
  },
} satisfies Record<string, Rule>;

export type FaultCode = keyof typeof rules;

type Reader = Pick<Context, 'actor' | 'language'>;

/** In the reader's language; where someone else has to fix it, with the role that can. */
export function presentFault(reader: Reader, code: string, place: Place): Fault {
  const rule: Rule = rules[code as FaultCode];
  const { isBlocking, title, link } = rule;
  return {
    code,
    isBlocking,
    title: title[reader.language],
    remedy: remedyFor(reader, rule),
    link: link(place),
  };
}

function remedyFor(reader: Reader, { remedy, mending }: Rule): string {
  const { language } = reader;
  if (mending === undefined || may(reader, mending)) return remedy[language];
  const who = holdersOf(mending)[language];
  return `${remedy[language]} ${{ en: `It can be fixed by: ${who}.`, he: `לתיקון יש לפנות אל: ${who}.` }[language]}`;
}

export const isBlocking = (code: FaultCode): boolean => rules[code].isBlocking;
export const faultTitle = (code: string): Texts => rules[code as FaultCode].title;

interface Asked {
  hasForeign: RawBuilder<unknown>;
  isTooLong: RawBuilder<unknown>;
  isTaxedOtherwise: RawBuilder<unknown>;
}

/**
 * Over `user_account u`, its `billing_profile p` and what is asked of the invoice itself: the codes
 * of what blocks it.
 */
export const customerFaults = ({
  hasForeign,
  isTooLong,
  isTaxedOtherwise,
}: Asked): RawBuilder<string[]> => sql<string[]>`
  array_remove(array[
    case when p.user_id is null and u.billing_state <> -1 then 'profileMissing' end,
    case when u.billing_state = 1 then 'profileDisapproved' end,
    case when p.kind = 'company' and p.tax_number <> '' and u.billing_state in (5, 7) and not ${isNumberConfirmed} then 'taxNumberUnverified' end,
    case when ${hasForeign} then 'currencyForeign' end,
    case when ${isTooLong} then 'tooManyLines' end,
    case when ${isTaxedOtherwise} then 'taxedOtherwise' end
  ]::text[], null)`;
