import { defineMail } from '../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../server/platform/notify/index.ts';

const sample = {
  ...{ count: '3', company: 'Example Clouds Ltd', problem: 'E17: The customer is not known.' },
  link: 'https://cloud.example.com/invoicing/1/2026-03/documenting',
};

/**
 * For a company’s administrators: documents that weren’t exported. `problem`: the service’s reason
 * for the latest document.
 */
export const stuckNotifications = {
  refused: defineNotification({
    id: 1100,
    set: 'billing',
    mail: defineMail({
      kind: 'accounting.refused',
      plain: ['count', 'company'],
      title: {
        en: 'Documents rejected by accounting service',
        he: 'מסמכים נדחו בשירות הנהלת החשבונות',
      },
      sample,
      texts: {
        en: {
          subject: 'Documents rejected by accounting for {company}: {count}',
          body: 'Number of documents rejected by the accounting service of {company}: {count}.\n\nReason for the latest document: {problem}\n\nThese documents aren’t exported again automatically. Fix the problem, then export them again.',
          action: 'View documents',
        },
        he: {
          subject: 'מסמכים של {company} נדחו בהנהלת החשבונות: {count}',
          body: 'מספר המסמכים שנדחו בשירות הנהלת החשבונות של {company}: {count}.\n\nהסיבה לדחיית המסמך האחרון: {problem}\n\nהמסמכים לא ייוצאו שוב אוטומטית. יש לתקן את הבעיה ולייצא אותם שוב.',
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
          subject: 'Accounting export failed for {company}: {count}',
          body: 'We tried for a day to export documents to the accounting service of {company}. Number of documents that failed: {count}.\n\nProblem with the latest document: {problem}\n\nWe won’t retry automatically. Once the service is available, export them again. Documents that already arrived aren’t recorded twice.',
          action: 'View documents',
        },
        he: {
          subject: 'ייצוא מסמכים של {company} להנהלת החשבונות נכשל: {count}',
          body: 'במשך יממה ניסינו לייצא מסמכים לשירות הנהלת החשבונות של {company}. מספר המסמכים שייצואם נכשל: {count}.\n\nהבעיה במסמך האחרון: {problem}\n\nלא יתבצע ניסיון נוסף אוטומטית. כשהשירות יהיה זמין, יש לייצא את המסמכים שוב. מסמכים שכבר הגיעו לא יירשמו פעמיים.',
          action: 'לצפייה במסמכים',
        },
      },
    }),
  }),
};

/**
 * For a company’s administrators: its accounting connection is rejected, so no documents are
 * exported.
 */
export const refusedNotification = defineNotification({
  id: 1104,
  set: 'billing',
  mail: defineMail({
    kind: 'accounting.connectionRefused',
    plain: ['company'],
    title: {
      en: 'Accounting service rejects connection',
      he: 'שירות הנהלת החשבונות דוחה את החיבור',
    },
    sample: {
      ...{ company: 'Example Clouds Ltd', problem: 'AUTH: The token is not known.' },
      link: 'https://cloud.example.com/companies/1/accounting',
    },
    texts: {
      en: {
        subject: 'Accounting connection rejected: {company}',
        body: 'The accounting service of {company} now rejects the portal’s connection.\n\nReason: {problem}\n\nNo documents are exported in the meantime, and the export of a waiting document fails after a day. Once you correct the secrets or the URL, waiting documents are exported immediately.',
        action: 'Open connection',
      },
      he: {
        subject: 'החיבור להנהלת החשבונות נדחה: {company}',
        body: 'שירות הנהלת החשבונות של {company} דוחה את החיבור של הפורטל.\n\nסיבה: {problem}\n\nבינתיים לא מיוצאים מסמכים, וייצוא של מסמך ממתין נכשל לאחר יממה. לאחר תיקון הסודות או הכתובת, המסמכים הממתינים ייוצאו מיד.',
        action: 'לפתיחת החיבור',
      },
    },
  }),
});
