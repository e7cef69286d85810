import { title } from './title.ts';

/** Collecting what is owed. */
export const dunningTitles = {
  getOwnDunning: title('See what comes if nothing is paid', 'צפייה בצעדים הצפויים אם לא ישולם'),
  getDunningPolicy: title('See how a company collects debts', 'צפייה במדיניות גבייה של חברה'),
  saveDunningPolicy: title('Change how a company collects debts', 'שינוי מדיניות גבייה של חברה'),
  getCustomerDunning: title('See how a customer’s debt is collected', 'צפייה במדיניות גבייה של לקוח'),
  saveCustomerDunning: title('Give a customer its own steps of collecting', 'קביעת מדיניות גבייה ללקוח'),
  removeCustomerDunning: title('Take a customer’s own steps of collecting away', 'ביטול מדיניות גבייה של לקוח'),
  simulateDunning: title('Simulate how a debt is collected', 'הדמיית גבייה'),
  'dunning.step': title('Do a step about an unpaid document', 'צעד בגין מסמך שלא שולם'),
};
