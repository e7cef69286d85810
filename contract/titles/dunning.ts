import { title } from './title.ts';

/** Dunning. */
export const dunningTitles = {
  getOwnDunning: title('View your payment reminders', 'צפייה בצעדים הצפויים אם לא ישולם'),
  getDunningPolicy: title('View a company’s dunning policy', 'צפייה במדיניות גבייה של חברה'),
  saveDunningPolicy: title('Update a company’s dunning policy', 'שינוי מדיניות גבייה של חברה'),
  getCustomerDunning: title('View a customer’s dunning policy', 'צפייה במדיניות גבייה של לקוח'),
  saveCustomerDunning: title('Set a customer’s dunning policy', 'קביעת מדיניות גבייה ללקוח'),
  deleteCustomerDunning: title('Remove a customer’s dunning policy', 'ביטול מדיניות גבייה של לקוח'),
  simulateDunning: title('Simulate dunning', 'הדמיית גבייה'),
  'dunning.step': title('Dunning step', 'צעד בגין מסמך שלא שולם'),
};
