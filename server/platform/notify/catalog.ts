import { byLanguage } from '../../../contract/texts/localizer.ts';
import { defineMail } from '../mail/mail.ts';
import { localize } from '../texts/localize.ts';
import { defineNotification } from './notifications.ts';

/** The notifications of the specification, section 9, with their numbers. */

const at = '2026-03-01 10:15 UTC';
const account = { email: 'dana@example.com', at, ip: '192.0.2.7' };
const server = {
  name: 'web-1',
  at,
  by: 'dana@example.com',
  change: 'Resize server web-1 to 4 B cores and 8192 MB',
};

const ignoreIfNotYou = localize('notify.notYou');

/**
 * Notifications about the user's own account. `at`: the formatted time. `ip`: the caller's IP
 * address.
 */
export const accountNotifications = {
  passwordChanged: defineNotification({
    id: 2,
    set: 'security',
    isCompulsory: true,
    mail: defineMail({
      kind: 'security.passwordChanged',
      title: localize('notify.passwordChanged.mail.title'),
      sample: account,
      texts: byLanguage({
        subject: localize('notify.accountNotifications.passwordChanged.mail.subject'),
        body: localize('notify.accountNotifications.passwordChanged.mail.body', {
          notYou: ignoreIfNotYou,
        }),
      }),
    }),
  }),
  passwordReset: defineNotification({
    id: 128,
    set: 'security',
    isCompulsory: true,
    mail: defineMail({
      kind: 'security.passwordReset',
      title: localize('notify.passwordReset.mail.title'),
      sample: account,
      texts: byLanguage({
        subject: localize('notify.accountNotifications.passwordReset.mail.subject'),
        body: localize('notify.accountNotifications.passwordReset.mail.body', {
          notYou: ignoreIfNotYou,
        }),
      }),
    }),
  }),
  /** `change`: the change, in the recipient's language. */
  securityPolicyChanged: defineNotification({
    id: 123,
    set: 'security',
    isCompulsory: true,
    mail: defineMail({
      kind: 'security.policyChanged',
      title: localize('notify.securityPolicyChanged.mail.title'),
      sample: { ...account, change: 'Two-factor authentication was turned off.' },
      texts: byLanguage({
        subject: localize('notify.accountNotifications.securityPolicyChanged.mail.subject'),
        body: localize('notify.accountNotifications.securityPolicyChanged.mail.body', {
          notYou: ignoreIfNotYou,
        }),
      }),
    }),
  }),
  loginSucceeded: defineNotification({
    id: 122,
    set: 'security',
    startsOff: true,
    mail: defineMail({
      kind: 'security.loginSucceeded',
      title: localize('notify.loginSucceeded.mail.title'),
      sample: { ...account, place: 'Israel', device: 'Firefox 140 on Linux' },
      texts: byLanguage({
        subject: localize('notify.accountNotifications.loginSucceeded.mail.subject'),
        body: localize('notify.accountNotifications.loginSucceeded.mail.body', {
          notYou: ignoreIfNotYou,
        }),
      }),
    }),
  }),
  loginFailed: defineNotification({
    id: 10,
    set: 'security',
    mail: defineMail({
      kind: 'security.loginFailed',
      title: localize('notify.loginFailed.mail.title'),
      sample: { ...account, failures: '5' },
      texts: byLanguage({
        subject: localize('notify.accountNotifications.loginFailed.mail.subject'),
        body: localize('notify.accountNotifications.loginFailed.mail.body'),
      }),
    }),
  }),
  /** `resource` and `limit` are in the recipient's language. */
  quotaReached: defineNotification({
    id: 130,
    set: 'usage',
    mail: defineMail({
      kind: 'usage.quotaReached',
      title: localize('notify.quotaReached.mail.title'),
      sample: { resource: 'Servers', limit: '20', at },
      plain: ['resource'],
      texts: byLanguage({
        subject: localize('notify.accountNotifications.quotaReached.mail.subject'),
        body: localize('notify.accountNotifications.quotaReached.mail.body'),
      }),
    }),
  }),
};

/**
 * Notifications about an account's servers. `name`: the server name. `by`: the user who made the
 * change. `change`: the change, in the recipient's language.
 */
export const serverNotifications = {
  created: defineNotification({
    id: 7,
    set: 'general',
    mail: defineMail({
      kind: 'server.created',
      title: localize('notify.created.mail.title'),
      sample: server,
      plain: ['name'],
      texts: byLanguage({
        subject: localize('notify.serverNotifications.created.mail.subject'),
        body: localize('notify.serverNotifications.created.mail.body'),
      }),
    }),
  }),
  changed: defineNotification({
    id: 8,
    set: 'general',
    mail: defineMail({
      kind: 'server.changed',
      title: localize('notify.changed.mail.title'),
      sample: server,
      plain: ['name'],
      texts: byLanguage({
        subject: localize('notify.serverNotifications.changed.mail.subject'),
        body: localize('notify.serverNotifications.changed.mail.body'),
      }),
    }),
  }),
  diskCloned: defineNotification({
    id: 46,
    set: 'general',
    mail: defineMail({
      kind: 'server.diskCloned',
      title: localize('notify.diskCloned.mail.title'),
      sample: server,
      plain: ['name'],
      texts: byLanguage({
        subject: localize('notify.serverNotifications.diskCloned.mail.subject'),
        body: localize('notify.serverNotifications.diskCloned.mail.body'),
      }),
    }),
  }),
  terminated: defineNotification({
    id: 105,
    set: 'general',
    mail: defineMail({
      kind: 'server.terminated',
      title: localize('notify.terminated.mail.title'),
      sample: server,
      plain: ['name'],
      texts: byLanguage({
        subject: localize('notify.serverNotifications.terminated.mail.subject'),
        body: localize('notify.serverNotifications.terminated.mail.body'),
      }),
    }),
  }),
  /** `title`, `reason`: those of the task, in the recipient's language. */
  taskFailed: defineNotification({
    id: 133,
    set: 'general',
    mail: defineMail({
      kind: 'task.failed',
      title: localize('notify.taskFailed.mail.title'),
      sample: {
        cmdId: '1042',
        title: 'Create server web-1',
        name: 'web-1',
        reason: 'The datacenter has no room left.',
        at,
      },
      plain: ['cmdId', 'name'],
      texts: byLanguage({
        subject: localize('notify.serverNotifications.taskFailed.mail.subject'),
        body: localize('notify.serverNotifications.taskFailed.mail.body'),
      }),
    }),
  }),
};
