import type { SignedInContext } from '../../../server/platform/context.ts';
import { localize } from '../texts/localize.ts';

/**
 * Reminds administrators without a second factor until they have one, because their password alone
 * gives full access.
 */
const texts = {
  root: localize('root'),
  siteAdmin: localize('siteAdmin'),
  billingAdmin: localize('billingAdmin'),
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
