import type { FieldAccess } from '../../../contract/endpoint.ts';

const ofRoot = (title: FieldAccess['title'], en: string, he: string): FieldAccess => ({
  access: 'companies.manage',
  title,
  why: { en, he },
});

/** Of what a billing administrator the company is given to may change, what stays root's. */
export const settingsOfRoot = {
  currency: ofRoot(
    { en: 'Currency', he: 'מטבע' },
    'Prices, balances and documents are in it, and nothing is converted.',
    'המחירים, היתרות והמסמכים הם במטבע זה, ודבר אינו מומר.',
  ),
  documentSeries: ofRoot(
    { en: 'Series of documents', he: 'סדרת מסמכים' },
    'Documents are numbered in it without a gap.',
    'המסמכים ממוספרים בסדרה ברצף וללא דילוגים.',
  ),
  numberFormat: ofRoot(
    { en: 'Format of numbers', he: 'תבנית מספרים' },
    'Documents are numbered by it without a gap.',
    'המסמכים ממוספרים לפיה ברצף וללא דילוגים.',
  ),
};

const [isWherePaid, isWherePaidHe] = ['Customers pay into this account.', 'לקוחות משלמים לחשבון זה.'];
/** The same of its terms. */
export const billingOfRoot = {
  bankName: ofRoot({ en: 'Bank', he: 'בנק' }, isWherePaid, isWherePaidHe),
  bankHolder: ofRoot({ en: 'Holder', he: 'בעל החשבון' }, isWherePaid, isWherePaidHe),
  bankAccount: ofRoot({ en: 'IBAN or account number', he: 'IBAN או מספר חשבון' }, isWherePaid, isWherePaidHe),
  bankSwift: ofRoot({ en: 'BIC', he: 'BIC' }, isWherePaid, isWherePaidHe),
  approvalAbove: ofRoot(
    { en: 'A second person agrees above', he: 'אישור של אדם נוסף מעל' },
    'It bounds what billing administrators book alone.',
    'סכום זה תוחם את מה שמנהלי חיוב רושמים לבדם.',
  ),
};
