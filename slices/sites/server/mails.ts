import { defineMail } from '../../../server/platform/mail/mail.ts';

export const siteAdminInvitation = defineMail({
  kind: 'site.adminInvited',
  title: { en: 'Site administrator invitation', he: 'הזמנה לנהל אתר' },
  sample: {
    site: 'Example Cloud',
    by: 'root@example.com',
    hours: '72',
    link: 'https://cloud.example.com/setPassword/…',
  },
  plain: ['site'],
  texts: {
    en: {
      subject: 'You’re invited to administer {site}',
      body: '{by} invited you to administer {site}.\n\nUse the button below to set your password. The link works once and expires in {hours} hours.',
      action: 'Accept invitation',
    },
    he: {
      subject: 'הוזמנת לנהל את {site}',
      body: 'התקבלה עבורך הזמנה מאת {by} לנהל את {site}.\n\nאפשר לקבוע סיסמה באמצעות הכפתור שלמטה. הקישור חד-פעמי ותקף למשך {hours} שעות.',
      action: 'קבלת ההזמנה',
    },
  },
});

export const hostLapsedMail = defineMail({
  kind: 'site.hostLapsed',
  title: { en: 'Hostname no longer verified', he: 'שם מארח אינו מאומת עוד' },
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
  texts: {
    en: {
      subject: 'Verify {host} again',
      body: 'The DNS record that verifies {host} for {site} is missing. The site is still available at this hostname, but emails no longer link to it.\n\nSet the TXT record {record} to {value}. We check the record every few hours. You can also check it yourself at any time.',
      action: 'View hostnames',
    },
    he: {
      subject: 'נדרש אימות מחודש של {host}',
      body: 'רשומת ה-DNS שמאמתת את {host} עבור {site} חסרה. האתר עדיין זמין בכתובת זו, אך קישורים בהודעות דוא"ל אינם מובילים אליה עוד.\n\nיש להגדיר ברשומת TXT בשם {record} את הערך {value}. הרשומה נבדקת מדי כמה שעות, ואפשר גם לבדוק אותה בכל עת.',
      action: 'לשמות המארח',
    },
  },
});
