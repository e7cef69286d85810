import { defineMail } from '../../../server/platform/mail/mail.ts';

export const siteAdminInvitation = defineMail({
  kind: 'site.adminInvited',
  title: { en: 'Site administrator invitation', he: 'הזמנה לנהל אתר' },
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

export const hostLapsedMail = defineMail({
  kind: 'site.hostLapsed',
  title: { en: 'Hostname no longer verified', he: 'שם מארח אינו מאומת עוד' },
  sample: {
    ...{ site: 'Example Cloud', host: 'cloud.example.com', record: '_cloudberth.cloud.example.com', value: 'cloudberth-site=…' },
    link: 'https://portal.example.com/sites/…',
  },
  plain: ['site', 'host', 'record', 'value'],
  texts: {
    en: {
      subject: 'Verify {host} again',
      body: 'The DNS record that verifies {host} for {site} is missing. The site still answers there, but links in emails no longer lead to it.\n\nSet the TXT record {record} to {value}. It is checked every few hours, or when you check it yourself.',
      action: 'Open hostnames',
    },
    he: {
      subject: 'נדרש אימות מחודש של {host}',
      body: 'רשומת ה-DNS שמאמתת את {host} עבור {site} חסרה. האתר עדיין עונה בכתובת זו, אך קישורים בהודעות דוא"ל אינם מובילים אליה עוד.\n\nיש להגדיר ברשומת TXT בשם {record} את הערך {value}. הבדיקה נעשית מדי כמה שעות, או לפי בקשה.',
      action: 'לשמות המארח',
    },
  },
});
