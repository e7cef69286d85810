import { type Messages, message } from './message.ts';

/** Of budgets. */
export const budgetMessages = {
  budgetBlocksOrders: message(
    422,
    'The budget {name} has come to {percent}%, so nothing that costs more can be ordered before {until}. Raise the budget, or have its block lifted.',
    'התקציב {name} הגיע ל-{percent}%, ולכן לא ניתן להזמין דבר שיעלה את העלות לפני {until}. יש להגדיל את התקציב, או לבקש את הסרת החסימה.',
  ),
  budgetOrderOver: message(
    422,
    'Until the month ends this comes to about {cost} {currency}: with it the budget {name} of {amount} {currency} would reach {percent}%, where it blocks orders. Order less, or raise the budget.',
    'עד סוף החודש זה יעלה כ-{cost} {currency}: התקציב {name} בסך {amount} {currency} יגיע ל-{percent}%, שבו הוא חוסם הזמנות. יש להזמין פחות או להגדיל את התקציב.',
  ),
  budgetLimit: message(
    422,
    'An account has {max} budgets, the most there can be. Delete one first.',
    'לחשבון יש {max} תקציבים, המספר המרבי. יש למחוק אחד תחילה.',
  ),
  budgetSetByOther: message(
    403,
    'The budget {name} was set for this account by somebody who looks after it: {by}. Only they can change it.',
    'התקציב {name} נקבע לחשבון זה בידי מי שאחראי עליו: {by}. רק בידם לשנות אותו.',
  ),
  budgetNotBlocking: message(
    409,
    'The budget {name} does not block orders now, so there is nothing to lift.',
    'התקציב {name} אינו חוסם הזמנות כעת, ואין מה להסיר.',
  ),
} satisfies Messages;
