import { defineMail } from '../../../server/platform/mail/mail.ts';

export const siteAdminInvitation = defineMail({
  kind: 'site.adminInvited',
  title: { en: 'Invitation to administer a site', he: 'הזמנה לנהל אתר' },
  sample: { site: 'Example Cloud', by: 'root@example.com', hours: '72', link: 'https://cloud.example.com/setPassword/…' },
  plain: ['site'],
  texts: {
    en: {
      subject: 'You are invited to administer {site}',
      body: '{by} invites you to administer {site}.\n\nSet a password with the link below; it is good for {hours} hours and for one use.',
      action: 'Accept the invitation',
    },
    he: {
      subject: 'הוזמנת לנהל את {site}',
      body: 'התקבלה עבורך הזמנה מאת {by} לנהל את {site}.\n\nיש לקבוע סיסמה בקישור שלהלן; הוא תקף ל-{hours} שעות ולשימוש אחד.',
      action: 'קבלת ההזמנה',
    },
  },
});
