import type { SignedInContext } from '../../../server/platform/context.ts';

/** Administrators without a second factor are reminded until they have one: whoever guesses their password has everything. */
const texts = {
  root: {
    en: 'Your account can change everything here and is protected by a password alone. Set up a second factor; it takes a minute.',
    he: 'החשבון שלך יכול לשנות כאן הכול ומוגן בסיסמה בלבד. כדאי להגדיר אימות דו-שלבי; זה לוקח דקה.',
  },
  siteAdmin: {
    en: 'Your account can change everything of this site and is protected by a password alone. Set up a second factor; it takes a minute.',
    he: 'החשבון שלך יכול לשנות הכול באתר הזה ומוגן בסיסמה בלבד. כדאי להגדיר אימות דו-שלבי; זה לוקח דקה.',
  },
  billingAdmin: {
    en: 'Your account moves customers’ money and is protected by a password alone. Set up a second factor; it takes a minute.',
    he: 'החשבון שלך מטפל בכספי הלקוחות ומוגן בסיסמה בלבד. כדאי להגדיר אימות דו-שלבי; זה לוקח דקה.',
  },
};

export function securityNews(ctx: SignedInContext) {
  const { role, session } = ctx.actor;
  const isAdministrator = role === 'root' || role === 'siteAdmin' || role === 'billingAdmin';
  if (!isAdministrator || !session || session.account.usesTfa || session.operator) return [];
  return [
    {
      id: 'security.secondFactor',
      severity: 'warning' as const,
      text: texts[role],
      remedy: null,
      path: '/profile',
    },
  ];
}
