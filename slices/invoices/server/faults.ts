import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Language } from '../../../contract/languages.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { holdersOf } from '../../../contract/titles/roles.ts';
import { may } from '../../../server/platform/access/scope.ts';
import type { Context } from '../../../server/platform/context.ts';
import { isNumberConfirmed } from '../../billing/server/index.ts';
import type { invoiceEndpoints } from '../contract.ts';

export type Fault = z.output<(typeof invoiceEndpoints)['getInvoicing']['answer']>['faults'][number];
type Texts = Record<Language, string>;

/** More lines than anybody has in a month: before they are charged, a person looks at them. */
export const mostLines = 20_000;

/** Where a fault is mended. */
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
  /** What whoever mends it there needs; left out where every billing administrator of the company does. */
  mending?: Permission;
}

const ofCustomer = ({ companyId, userId }: Place): string => `/billingManage/${companyId}/${userId}`;
const ofCompany = ({ companyId }: Place): string => `/companies/${companyId}`;
const ofTaxes = ({ companyId }: Place): string => `/companies/${companyId}/billingProperties`;
const ofInvoice = ({ companyId, period, userId }: Place): string => `/invoicing/${companyId}/${period}/invoicing/${userId}/status`;

/** Everything that can be wrong, in the order it is told. What concerns all customers stands first. */
const rules = {
  companyAddress: {
    isBlocking: true,
    title: { en: 'The company has no full address', he: 'לחברה אין כתובת מלאה' },
    remedy: { en: 'A document names street and city of the seller: fill them in.', he: 'מסמך נוקב ברחוב ובעיר של המוכר: יש למלא אותם.' },
    link: ofCompany,
  },
  companyTaxNumber: {
    isBlocking: true,
    title: { en: 'The company charges tax and has no tax number', he: 'החברה גובה מס ואין לה מספר מס' },
    remedy: { en: 'Fill in the tax number of the company.', he: 'יש למלא את מספר המס של החברה.' },
    link: ofCompany,
  },
  noTax: {
    isBlocking: false,
    title: { en: 'No tax holds on the last day of the month', he: 'אין מס בתוקף ביום האחרון של החודש' },
    remedy: {
      en: 'The documents will carry no tax. If that is wrong, add the rate.',
      he: 'המסמכים לא יכללו מס. אם זו טעות, יש להוסיף את השיעור.',
    },
    link: ofTaxes,
  },
  noEInvoice: {
    isBlocking: false,
    title: { en: 'The documents will be no e-invoices', he: 'המסמכים לא יהיו חשבוניות אלקטרוניות' },
    remedy: {
      en: 'EN 16931 wants a tax number of the seller, one rate of tax at a time and a currency of at most two decimals. Page, PDF and CSV are made all the same.',
      he: 'לפי EN 16931 נדרשים מספר מס של המוכר, שיעור מס אחד בכל עת ומטבע עם שתי ספרות עשרוניות לכל היותר. הדף, ה-PDF וה-CSV מופקים בכל מקרה.',
    },
    link: ofTaxes,
  },
  noAllocation: {
    isBlocking: false,
    title: { en: 'No connection to the tax authority', he: 'אין חיבור לרשות המסים' },
    remedy: {
      en: 'Documents to businesses carry no allocation number, and above its minimum the buyers may not deduct the VAT. Connect the company under its connections.',
      he: 'מסמכים לעסקים אינם נושאים מספר הקצאה, ומעל הסכום המזערי הקונים אינם רשאים לנכות את המע"מ. יש לחבר את החברה בעמוד החיבורים שלה.',
    },
    link: ({ companyId }) => `/companies/${companyId}/payments`,
    mending: 'companies.manage',
  },
  paidByOther: {
    isBlocking: true,
    title: { en: 'Another account pays for this one', he: 'חשבון אחר משלם עבור חשבון זה' },
    remedy: { en: 'It has no invoices of its own: charge the account that pays.', he: 'אין לו חשבוניות משלו: יש לחייב את החשבון המשלם.' },
    link: () => '/billingAccess',
  },
  profileMissing: {
    isBlocking: true,
    title: { en: 'No billing details', he: 'אין פרטי חיוב' },
    remedy: {
      en: 'The customer fills in the billing profile, or you waive the billing profile there.',
      he: 'הלקוח ממלא את פרופיל החיוב, או שמבצעים שם ויתור על פרופיל החיוב.',
    },
    link: ofCustomer,
  },
  profileDisapproved: {
    isBlocking: true,
    title: { en: 'The billing details were not accepted', he: 'פרטי החיוב לא התקבלו' },
    remedy: { en: 'Approve them, or wait for new ones.', he: 'יש לאשר אותם או להמתין לחדשים.' },
    link: ofCustomer,
  },
  taxNumberUnverified: {
    isBlocking: true,
    title: { en: 'The tax number waits to be verified', he: 'מספר המס ממתין לאימות' },
    remedy: { en: 'Look at the tax number of the customer and verify the profile.', he: 'יש לבדוק את מספר המס של הלקוח ולאמת את הפרופיל.' },
    link: ofCustomer,
  },
  currencyForeign: {
    isBlocking: true,
    title: { en: 'Bought in another currency than the company’s', he: 'נקנה במטבע שאינו מטבע החברה' },
    remedy: {
      en: 'Amounts are never changed from one currency into another. Let the company keep its accounts in the currency of its price lists.',
      he: 'סכומים אינם מומרים ממטבע למטבע. יש לנהל את החברה במטבע של המחירונים שלה.',
    },
    link: ofCompany,
    mending: 'companies.manage',
  },
  tooManyLines: {
    isBlocking: true,
    title: { en: `More than ${mostLines} lines`, he: `יותר מ-${mostLines} שורות` },
    remedy: { en: 'Look at the invoice, and let it through if it is right.', he: 'יש לבדוק את החשבונית ולאשר אותה אם היא נכונה.' },
    link: ofInvoice,
  },
  taxedOtherwise: {
    isBlocking: true,
    title: { en: 'The customer is taxed otherwise since its lines were written', he: 'אופן המיסוי של הלקוח השתנה מאז נכתבו השורות' },
    remedy: { en: 'Run the month again: taxes are written anew.', he: 'יש להריץ שוב את החודש: המסים ייכתבו מחדש.' },
    link: ofInvoice,
  },
  refused: {
    isBlocking: true,
    title: { en: 'The ledger refused it', he: 'ספר החשבונות סירב' },
    remedy: { en: 'Its log says why; run the month again when that is mended.', he: 'היומן שלה מסביר מדוע; יש להריץ שוב לאחר התיקון.' },
    link: ofInvoice,
  },
  vatNumberUnverified: {
    isBlocking: false,
    title: { en: 'Tax is charged: nobody has verified the VAT number', he: 'נגבה מס: מספר המע"מ לא אומת' },
    remedy: {
      en: 'A business of another country of the Union pays the tax itself once its VAT number is verified: look it up in VIES and verify the billing profile by hand (one that a payment has verified: ask for manual verification first).',
      he: 'עסק במדינה אחרת באיחוד משלם את המס בעצמו לאחר אימות מספר המע"מ שלו: יש לבדוק אותו ב-VIES ולאמת את פרופיל החיוב ידנית (פרופיל שאומת בתשלום: יש לדרוש תחילה אימות ידני).',
    },
    link: ofCustomer,
  },
  priceMissing: {
    isBlocking: false,
    title: { en: 'Something runs that no price list sells any more', he: 'פועל משהו שאף מחירון אינו מוכר עוד' },
    remedy: {
      en: 'It is charged at the price it was bought for, but nobody can change it before the item is in a price list again.',
      he: 'הוא מחויב במחיר שבו נקנה, אך לא ניתן לשנותו עד שהפריט ישוב למחירון.',
    },
    link: () => '/pricelist',
    mending: 'prices.manage',
  },
} satisfies Record<string, Rule>;

export type FaultCode = keyof typeof rules;

type Reader = Pick<Context, 'actor' | 'language'>;

/** In the reader's words; where the reader sees only what somebody else mends, with who that is. */
export function presentFault(reader: Reader, code: string, place: Place): Fault {
  const rule: Rule = rules[code as FaultCode];
  const { isBlocking, title, link } = rule;
  return { code, isBlocking, title: title[reader.language], remedy: remedyFor(reader, rule), link: link(place) };
}

function remedyFor(reader: Reader, { remedy, mending }: Rule): string {
  const { language } = reader;
  if (mending === undefined || may(reader, mending)) return remedy[language];
  const who = holdersOf(mending)[language];
  return `${remedy[language]} ${{ en: `Tell who mends it: ${who}.`, he: `יש להודיע למי שמתקן זאת: ${who}.` }[language]}`;
}

export const isBlocking = (code: FaultCode): boolean => rules[code].isBlocking;
export const faultTitle = (code: string): Texts => rules[code as FaultCode].title;

interface Asked {
  hasForeign: RawBuilder<unknown>;
  isTooLong: RawBuilder<unknown>;
  isTaxedOtherwise: RawBuilder<unknown>;
}

/** Over `user_account u`, its `billing_profile p` and what is asked of the invoice itself: the codes of what blocks it. */
export const customerFaults = ({ hasForeign, isTooLong, isTaxedOtherwise }: Asked): RawBuilder<string[]> => sql<string[]>`
  array_remove(array[
    case when p.user_id is null and u.billing_state <> -1 then 'profileMissing' end,
    case when u.billing_state = 1 then 'profileDisapproved' end,
    case when p.kind = 'company' and p.tax_number <> '' and u.billing_state in (5, 7) and not ${isNumberConfirmed} then 'taxNumberUnverified' end,
    case when ${hasForeign} then 'currencyForeign' end,
    case when ${isTooLong} then 'tooManyLines' end,
    case when ${isTaxedOtherwise} then 'taxedOtherwise' end
  ]::text[], null)`;
