import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';

const sample = {
  ...{ count: '3', company: 'Example Clouds Ltd', problem: 'E17: The customer is not known.' },
  link: 'https://cloud.example.com/invoicing/1/2026-03/documenting',
};

/**
 * Sent to a company’s administrators when documents couldn't be exported. `problem` is the
 * service’s reason for the latest document.
 */
export const stuckNotifications = {
  refused: defineNotification({
    id: 1100,
    set: 'billing',
    mail: defineMail({
      kind: 'accounting.refused',
      plain: ['count', 'company'],
      title: localize('refused.mail.title'),
      sample,
      texts: byLanguage({
        subject: localize('stuckNotifications.refused.mail.subject'),
        body: localize('stuckNotifications.refused.mail.body'),
        action: localize('stuckNotifications.refused.mail.action'),
      }),
    }),
  }),
  failed: defineNotification({
    id: 1101,
    set: 'billing',
    mail: defineMail({
      kind: 'accounting.failed',
      plain: ['count', 'company'],
      title: localize('failed.mail.title'),
      sample: { ...sample, problem: 'books.example.com cannot be reached: connect ECONNREFUSED' },
      texts: byLanguage({
        subject: localize('stuckNotifications.failed.mail.subject'),
        body: localize('stuckNotifications.failed.mail.body'),
        action: localize('stuckNotifications.failed.mail.action'),
      }),
    }),
  }),
};

/**
 * Sent to a company’s administrators when the accounting service rejects the connection and no
 * documents are exported.
 */
export const connectionRejectedNotification = defineNotification({
  id: 1104,
  set: 'billing',
  mail: defineMail({
    kind: 'accounting.connectionRefused',
    plain: ['company'],
    title: localize('refusedNotification.mail.title'),
    sample: {
      ...{ company: 'Example Clouds Ltd', problem: 'AUTH: The token is not known.' },
      link: 'https://cloud.example.com/companies/1/accounting',
    },
    texts: byLanguage({
      subject: localize('refusedNotification.mail.subject'),
      body: localize('refusedNotification.mail.body'),
      action: localize('refusedNotification.mail.action'),
    }),
  }),
});
