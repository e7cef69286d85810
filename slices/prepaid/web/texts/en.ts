export const prepaidTexts = {
  title: 'Prepaid',
  left: 'available',
  missing: 'missing',
  balance: 'Balance',
  used: 'Used or ordered, not invoiced',
  promo: 'Promo codes for new orders',
  credit: 'Credit limit',
  taxes: 'Including taxes. Orders must be covered by the available amount.',
  short: 'At the current rate, this lasts less than three days.',
  gone: 'The balance is used up. Running services keep running and are charged, but new orders are refused until funds are added.',
  how: 'Payment settings',
  paymentType: 'Payment type',
  'hint_Credit Card':
    'Pays through a provider, or by bank transfer if none is connected. Saved payment methods are auto-charged if the company allows it.',
  hint_Deposit:
    'Pays in advance, by bank transfer or through a provider. Orders that the balance doesn’t cover are refused. Saved payment methods are never auto-charged.',
  'hint_Credit Card & Deposit':
    'Pays by any method after invoicing. Saved payment methods are auto-charged if the company allows it.',
  creditLimit: 'Credit limit in {currency}',
  creditHint: 'How far below zero a prepaid customer’s balance can go.',
  save: 'Save',
  saved: 'Payment settings saved',
};
