import { error } from '../../contract/declaredError.ts';

export const errors = {
  companyMissing: error(
    2800,
    422,
    'No company sells at this site yet, so you can’t pay here. Contact your provider.',
    'עדיין אין חברה שמוכרת באתר זה, ולכן לא ניתן לשלם כאן. יש לפנות לספק.',
  ),
  companySiteTaken: error(
    2801,
    409,
    'The site {site} already belongs to {company}.',
    'האתר {site} כבר שייך לחברה {company}.',
  ),
  companyAdminRefused: error(
    2802,
    422,
    '{email} isn’t a billing administrator, so you can’t assign a company to this account.',
    'החשבון {email} אינו מנהל חיוב, ולכן לא ניתן לשייך אליו חברה.',
  ),
  taxOverlaps: error(
    2803,
    422,
    'The tax {name} has two rates on the same day. End one the day before the next one starts.',
    'למס {name} יש שני שיעורים באותו יום. יש לסיים את האחד ביום שלפני תחילת הבא.',
  ),
  ibanInvalid: error(
    2804,
    422,
    '{given} isn’t a valid IBAN. Check the digits and enter it again.',
    '{given} אינו IBAN תקין. יש לבדוק את הספרות ולהזין שוב.',
  ),
  customerNumberTaken: error(
    2805,
    409,
    'Customer number {number} is already used by another customer of this company.',
    'מספר הלקוח {number} כבר משמש לקוח אחר של החברה.',
  ),
  countryUnknown: error(
    2806,
    422,
    '{given} isn’t an ISO country code.',
    '{given} אינו קוד ISO של מדינה.',
  ),
  currencyUnknown: error(
    2807,
    422,
    '{given} isn’t an ISO currency code.',
    '{given} אינו קוד ISO של מטבע.',
  ),
  taxNumberInvalid: error(
    2815,
    422,
    '{given} isn’t a valid tax number for {country}. {problem}',
    '{given} אינו מספר מס תקין של {country}. {problem}',
  ),
  billingFieldNeeded: error(2817, 422, '{problem}', '{problem}'),
  fieldNotAllowed: error(
    2977,
    403,
    'Your changes weren’t saved. {field} can be changed by: {who}. {why}',
    'רק {who} יכולים לשנות את {field}, ולכן השינויים לא נשמרו. {why}',
  ),
  companySiteCurrency: error(
    2981,
    422,
    'The site {site} sells in {given}, but {company} bills in {billed}, so its customers can’t be invoiced. {way}',
    'האתר {site} מוכר ב-{given}, אך החברה {company} מחייבת ב-{billed}, ולכן לא ניתן להפיק חשבוניות ללקוחותיו. {way}',
  ),
  companyCurrencyInUse: error(
    2983,
    422,
    '{company} bills in {before} and can’t change to {given} yet. {obstacles} Resolve these first. You can also create another company that bills in {given} and assign the sites to it.',
    'החברה {company} מחייבת ב-{before} ועדיין לא ניתן לשנות ל-{given}. {obstacles} יש להסדיר זאת תחילה. אפשר גם ליצור חברה אחרת שמחייבת ב-{given} ולשייך אליה את האתרים.',
  ),
  companyChangedMeanwhile: error(
    2995,
    409,
    '{company} was changed by someone else, so your changes weren’t saved. Reload it and try again.',
    'מישהו אחר שינה את {company}, ולכן השינויים שלך לא נשמרו. יש לטעון אותה מחדש ולנסות שוב.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  company: { en: 'company', he: 'חברה' },
  customer: { en: 'customer', he: 'לקוח' },
};
