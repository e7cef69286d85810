export const prepaidTexts = {
  title: 'Paid ahead',
  left: 'left to spend',
  missing: 'missing',
  balance: 'Balance',
  used: 'Used or ordered, not invoiced yet',
  promo: 'Of codes: covers new orders',
  credit: 'Credit: so far below zero the balance may go',
  taxes: 'With taxes. Whatever you order must be covered by what is left.',
  short: 'If everything goes on as it is, this lasts less than three days.',
  gone: 'Nothing is left. What runs goes on and costs on; new orders are refused until more is paid in.',
  how: 'How the customer pays',
  paymentType: 'Pays by',
  'hint_Credit Card':
    'Pays at a provider, and by transfer only while none is connected. What it kept is charged where the company does so.',
  hint_Deposit:
    'Pays ahead, by transfer or at a provider: orders that the balance does not cover are refused. What it kept is never charged by itself.',
  'hint_Credit Card & Deposit': 'Pays in any way, and is billed afterwards. What it kept is charged where the company does so.',
  creditLimit: 'Credit limit in {currency}',
  creditHint: 'So far below zero the balance of a customer who pays by deposit may go.',
  save: 'Save',
  saved: 'How the customer pays is saved',
};
