import { title } from './title.ts';

export const exchangeRateTitles = {
  listExchangeRates: title('See exchange rates', 'צפייה בשערי חליפין'),
  addExchangeRate: title('Enter an exchange rate', 'רישום שער חליפין'),
  correctExchangeRate: title('Correct an exchange rate', 'תיקון שער חליפין'),
  withdrawExchangeRate: title('Withdraw an exchange rate', 'ביטול שער חליפין'),
  getExchangeRateSource: title('See where exchange rates come from', 'צפייה במקור שערי החליפין'),
  'exchangeRates.fetch': title('Fetch an exchange rate', 'משיכת שער חליפין'),
  askExchangeRateSource: title('Fetch exchange rates', 'משיכת שערי חליפין'),
};
