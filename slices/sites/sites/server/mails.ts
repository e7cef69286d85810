import { byLanguage } from '../../../../contract/texts/localizer.ts';
import { defineMail } from '../../../../server/platform/mail/mail.ts';
import { localize } from '../texts/localize.ts';

export const siteAdminInvitation = defineMail({
  kind: 'site.adminInvited',
  title: localize('siteAdminInvitation'),
  sample: {
    site: 'Example Cloud',
    by: 'root@example.com',
    hours: '72',
    link: 'https://cloud.example.com/setPassword/…',
  },
  plain: ['site'],
  texts: byLanguage({
    subject: localize('siteAdminInvitation.subject'),
    body: localize('siteAdminInvitation.body'),
    action: localize('siteAdminInvitation.action'),
  }),
});

export const hostnameLapsedMail = defineMail({
  kind: 'site.hostLapsed',
  title: localize('hostLapsedMail'),
  sample: {
    ...{
      site: 'Example Cloud',
      host: 'cloud.example.com',
      record: '_cloudberth.cloud.example.com',
      value: 'cloudberth-site=…',
    },
    link: 'https://portal.example.com/sites/…',
  },
  plain: ['site', 'host', 'record', 'value'],
  texts: byLanguage({
    subject: localize('hostLapsedMail.subject'),
    body: localize('hostLapsedMail.body'),
    action: localize('hostLapsedMail.action'),
  }),
});
