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
    'Prices, balances, and documents use this currency, and amounts aren’t converted.',
    'המחירים, היתרות והמסמכים הם במטבע זה, וסכומים אינם מומרים.',
  ),
  documentSeries: ofRoot(
    { en: 'Document series', he: 'סדרת מסמכים' },
    'Documents are numbered in this series without gaps.',
    'המסמכים ממוספרים בסדרה זו ברצף וללא דילוגים.',
  ),
  numberFormat: ofRoot(
    { en: 'Number format', he: 'תבנית המספרים' },
    'Documents are numbered in this format without gaps.',
    'המסמכים ממוספרים בתבנית זו ברצף וללא דילוגים.',
  ),
};

const [isWherePaid, isWherePaidHe] = [
  'Customers pay into this account.',
  'הלקוחות משלמים לחשבון זה.',
];
/** The same of its terms. */
export const billingOfRoot = {
  bankName: ofRoot({ en: 'Bank', he: 'בנק' }, isWherePaid, isWherePaidHe),
  bankHolder: ofRoot({ en: 'Account holder', he: 'בעל החשבון' }, isWherePaid, isWherePaidHe),
  bankAccount: ofRoot(
    { en: 'IBAN or account number', he: 'IBAN או מספר חשבון' },
    isWherePaid,
    isWherePaidHe,
  ),
  bankSwift: ofRoot({ en: 'BIC', he: 'BIC' }, isWherePaid, isWherePaidHe),
  approvalAbove: ofRoot(
    { en: 'Second approval above', he: 'אישור שני מעל' },
    'This amount limits bookings by a single billing administrator.',
    'סכום זה מגביל רישומים של מנהל חיוב יחיד.',
  ),
};
