import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { defineNotification } from '../../../../server/platform/notify/index.ts';
import { localize } from '../texts/localize.ts';

const sample = {
  left: '4.10 USD',
  balance: '30.00 USD',
  used: '25.90 USD',
  link: 'https://cloud.example.com/billing',
};

export const shortNotification = defineNotification({
  id: 1120,
  set: 'usage',
  mail: defineMail({
    kind: 'prepaid.short',
    plain: ['left'],
    title: localize('shortNotification.mail.title'),
    sample,
    texts: byLanguage({
      subject: localize('shortNotification.mail.subject'),
      body: localize('shortNotification.mail.body'),
      action: localize('shortNotification.mail.action'),
    }),
  }),
});

export const balanceUsedUpNotification = defineNotification({
  id: 1121,
  set: 'usage',
  mail: defineMail({
    kind: 'prepaid.gone',
    plain: ['left'],
    title: localize('goneNotification.mail.title'),
    sample: { ...sample, left: '-1.20 USD', used: '31.20 USD' },
    texts: byLanguage({
      subject: localize('goneNotification.mail.subject'),
      body: localize('goneNotification.mail.body'),
      action: localize('goneNotification.mail.action'),
    }),
  }),
});
