import { title } from './title.ts';

export const exchangeRateTitles = {
  listExchangeRates: title('View exchange rates', 'צפייה בשערי חליפין'),
  createExchangeRate: title('Add an exchange rate', 'רישום שער חליפין'),
  correctExchangeRate: title('Correct an exchange rate', 'תיקון שער חליפין'),
  withdrawExchangeRate: title('Withdraw an exchange rate', 'ביטול שער חליפין'),
  getExchangeRateSource: title('View the exchange rate source', 'צפייה במקור שערי החליפין'),
  'exchangeRates.fetch': title('Import an exchange rate', 'משיכת שער חליפין'),
  askExchangeRateSource: title('Import exchange rates', 'משיכת שערי חליפין'),
};
