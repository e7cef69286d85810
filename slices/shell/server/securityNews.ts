import type { SignedInContext } from '../../../server/platform/context.ts';

/**
 * Reminds administrators without a second factor until they have one, because their password alone
 * gives full access.
 */
const texts = {
  root: {
    en: 'Your account can change everything in this portal, but only a password protects it. Set up two-factor authentication. It takes a minute.',
    he: 'החשבון שלך יכול לשנות הכול בפורטל, אך מוגן בסיסמה בלבד. כדאי להגדיר אימות דו-שלבי. זה לוקח דקה.',
  },
  siteAdmin: {
    en: 'Your account can change everything on this site, but only a password protects it. Set up two-factor authentication. It takes a minute.',
    he: 'החשבון שלך יכול לשנות הכול באתר, אך מוגן בסיסמה בלבד. כדאי להגדיר אימות דו-שלבי. זה לוקח דקה.',
  },
  billingAdmin: {
    en: 'Your account manages customers’ money, but only a password protects it. Set up two-factor authentication. It takes a minute.',
    he: 'החשבון שלך מנהל את כספי הלקוחות, אך מוגן בסיסמה בלבד. כדאי להגדיר אימות דו-שלבי. זה לוקח דקה.',
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
