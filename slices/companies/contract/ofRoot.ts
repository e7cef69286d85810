import type { FieldAccess } from '../../../contract/endpoint.ts';
import { localize } from '../texts.ts';

const ofRoot = (title: FieldAccess['title'], en: string, he: string): FieldAccess => ({
  access: 'companies.manage',
  title,
  why: { en, he },
});

/** Of what a billing administrator the company is given to may change, what stays root's. */
export const settingsOfRoot = {
  currency: ofRoot(
    localize('settingsOfRoot.currency'),
    'Prices, balances, and documents use this currency, and amounts aren’t converted.',
    'המחירים, היתרות והמסמכים הם במטבע זה, וסכומים אינם מומרים.',
  ),
  documentSeries: ofRoot(
    localize('settingsOfRoot.documentSeries'),
    'Documents are numbered in this series without gaps.',
    'המסמכים ממוספרים בסדרה זו ברצף וללא דילוגים.',
  ),
  numberFormat: ofRoot(
    localize('settingsOfRoot.numberFormat'),
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
  bankName: ofRoot(localize('billingOfRoot.bankName'), isWherePaid, isWherePaidHe),
  bankHolder: ofRoot(localize('billingOfRoot.bankHolder'), isWherePaid, isWherePaidHe),
  bankAccount: ofRoot(localize('billingOfRoot.bankAccount'), isWherePaid, isWherePaidHe),
  bankSwift: ofRoot(localize('billingOfRoot.bankSwift'), isWherePaid, isWherePaidHe),
  approvalAbove: ofRoot(
    localize('billingOfRoot.approvalAbove'),
    'This amount limits bookings by a single billing administrator.',
    'סכום זה מגביל רישומים של מנהל חיוב יחיד.',
  ),
};
