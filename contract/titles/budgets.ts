import { title } from './title.ts';

/** Budgets, and what the portal does about them by itself. */
export const budgetTitles = {
  listBudgets: title('See budgets', 'צפייה בתקציבים'),
  budgetOptions: title('See what a budget can be about', 'צפייה באפשרויות לתקציב'),
  getBudget: title('See a budget', 'צפייה בתקציב'),
  createBudget: title('Set a budget', 'קביעת תקציב'),
  changeBudget: title('Change a budget', 'שינוי תקציב'),
  removeBudget: title('Delete a budget', 'מחיקת תקציב'),
  liftBudgetBlock: title('Lift the block of a budget', 'הסרת חסימה של תקציב'),
  listBudgetEvents: title('See what a budget came to', 'צפייה בספים שתקציב הגיע אליהם'),
  'budgets.check': title('Come to a threshold of a budget', 'הגעה לסף של תקציב'),
  'budgets.powerOff': title('Turn a server off for a budget', 'כיבוי שרת בשל תקציב'),
};
