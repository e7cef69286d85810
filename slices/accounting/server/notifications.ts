import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

const sample = {
  ...{ count: '3', company: 'Example Clouds Ltd', problem: 'E17: The customer is not known.' },
  link: 'https://cloud.example.com/invoicing/1/2026-03/documenting',
};

/** Those that look after a company are told that documents did not get into its books. `problem`: of the latest, in the words of the service. */
export const stuckNotifications = {
  refused: defineNotification({
    id: 1100,
    set: 'billing',
    mail: defineMail({
      kind: 'accounting.refused',
      plain: ['count', 'company'],
      title: { en: 'Documents rejected by accounting service', he: 'מסמכים נדחו בשירות הנהלת החשבונות' },
      sample,
      texts: {
        en: {
          subject: 'Accounting refuses documents of {company}: {count}',
          body: 'The accounting service of {company} does not take these documents: {count}. It says of the latest: {problem}\n\nThey are not handed over again by themselves. Mend what it names, then have them handed over again.',
          action: 'Open the documents',
        },
        he: {
          subject: 'הנהלת החשבונות מסרבת לקבל מסמכים של {company}: {count}',
          body: 'שירות הנהלת החשבונות של {company} אינו מקבל מסמכים: {count}. על האחרון נאמר: {problem}\n\nהם לא יימסרו שוב מעצמם. יש לתקן את מה שצוין ואז למסור אותם שוב.',
          action: 'לצפייה במסמכים',
        },
      },
    }),
  }),
  failed: defineNotification({
    id: 1101,
    set: 'billing',
    mail: defineMail({
      kind: 'accounting.failed',
      plain: ['count', 'company'],
      title: { en: 'Documents not exported to accounting', he: 'מסמכים לא יוצאו להנהלת החשבונות' },
      sample: { ...sample, problem: 'books.example.com cannot be reached: connect ECONNREFUSED' },
      texts: {
        en: {
          subject: 'Documents of {company} could not be handed over to accounting: {count}',
          body: 'For a day the accounting service of {company} could not be handed these documents: {count}. Of the latest: {problem}\n\nThey are not tried again by themselves. Once the service answers, have them handed over again: what did arrive is there once.',
          action: 'Open the documents',
        },
        he: {
          subject: 'לא ניתן היה למסור מסמכים של {company} להנהלת החשבונות: {count}',
          body: 'במשך יממה לא ניתן היה למסור לשירות הנהלת החשבונות של {company} מסמכים: {count}. על האחרון: {problem}\n\nלא ייעשה ניסיון נוסף מעצמו. לאחר שהשירות ישיב, יש למסור אותם שוב: מה שכבר הגיע יירשם פעם אחת.',
          action: 'לצפייה במסמכים',
        },
      },
    }),
  }),
};

/** Those that look after a company are told that its connection is refused: nothing of it is handed over meanwhile. */
export const refusedNotification = defineNotification({
  id: 1104,
  set: 'billing',
  mail: defineMail({
    kind: 'accounting.connectionRefused',
    plain: ['company'],
    title: { en: 'Accounting service rejects connection', he: 'שירות הנהלת החשבונות דוחה את החיבור' },
    sample: {
      ...{ company: 'Example Clouds Ltd', problem: 'AUTH: The token is not known.' },
      link: 'https://cloud.example.com/companies/1/accounting',
    },
    texts: {
      en: {
        subject: 'The accounting service of {company} refuses the connection',
        body: 'The accounting service of {company} does not take the connection of the portal any more. It says: {problem}\n\nNo document is handed over meanwhile; what waits is given up after a day. Once the secrets or the address are mended, what waits is handed over at once.',
        action: 'Open the connection',
      },
      he: {
        subject: 'שירות הנהלת החשבונות של {company} מסרב לחיבור',
        body: 'שירות הנהלת החשבונות של {company} אינו מקבל עוד את החיבור של הפורטל. נאמר: {problem}\n\nבינתיים לא נמסרים מסמכים; הניסיון למסור מה שממתין מופסק לאחר יממה. לאחר תיקון הסודות או הכתובת, מה שממתין יימסר מיד.',
        action: 'לפתיחת החיבור',
      },
    },
  }),
});
