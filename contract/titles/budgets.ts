import { title } from './title.ts';

/** Budgets and the actions the portal takes when one is reached. */
export const budgetTitles = {
  listBudgets: title('View budgets', 'צפייה בתקציבים'),
  budgetOptions: title('View budget options', 'צפייה באפשרויות לתקציב'),
  getBudget: title('View a budget', 'צפייה בתקציב'),
  createBudget: title('Create a budget', 'קביעת תקציב'),
  updateBudget: title('Update a budget', 'שינוי תקציב'),
  deleteBudget: title('Delete a budget', 'מחיקת תקציב'),
  liftBudgetBlock: title('Lift a budget block', 'הסרת חסימה של תקציב'),
  listBudgetEvents: title('View budget events', 'צפייה בספים שתקציב הגיע אליהם'),
  'budgets.check': title('Budget threshold reached', 'הגעה לסף של תקציב'),
  'budgets.powerOff': title('Server stopped by a budget', 'כיבוי שרת בשל תקציב'),
};
