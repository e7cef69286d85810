import { error } from '../../contract/declaredError.ts';

export const errors = {
  budgetBlocksOrders: error(
    2870,
    422,
    'The budget {name} has reached {percent}% and blocks new orders until {until}. Raise the budget or lift the block.',
    'התקציב {name} הגיע ל-{percent}% וחוסם הזמנות חדשות עד {until}. אפשר להגדיל את התקציב או להסיר את החסימה.',
  ),
  budgetLimit: error(
    2871,
    422,
    'An account can have up to {max} budgets. Delete one to create another.',
    'לחשבון יכולים להיות עד {max} תקציבים. יש למחוק תקציב כדי ליצור חדש.',
  ),
  budgetSetByOther: error(
    2872,
    403,
    'The budget {name} was created for this account by {by}. Only they can change it.',
    'התקציב {name} נוצר לחשבון זה על ידי {by}, ורק הם יכולים לשנות אותו.',
  ),
  budgetNotBlocking: error(
    2873,
    409,
    'The budget {name} isn’t blocking orders, so there is no block to lift.',
    'התקציב {name} אינו חוסם הזמנות, ולכן אין חסימה להסרה.',
  ),
  budgetOrderOver: error(
    2940,
    422,
    'This order costs about {cost} {currency} until the end of the month. The budget {name} of {amount} {currency} would reach {percent}%, where it blocks orders. Order less or raise the budget.',
    'הזמנה זו תעלה כ-{cost} {currency} עד סוף החודש. התקציב {name} בסך {amount} {currency} יגיע ל-{percent}%, שבו הוא חוסם הזמנות. אפשר להזמין פחות או להגדיל את התקציב.',
  ),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  budget: { en: 'budget', he: 'תקציב' },
};
