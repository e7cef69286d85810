import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Notice } from '../../../../server/platform/dashboard/hooks.ts';
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

export async function securityNotices(ctx: SignedInContext): Promise<Notice[]> {
  const { role, session } = ctx.actor;
  const isAdministrator = role === 'root' || role === 'siteAdmin' || role === 'billingAdmin';
  if (!isAdministrator || !session || session.account.usesTfa || session.operator) return [];
  return [
    {
      id: 'security.secondFactor',
      severity: 'warning',
      text: texts[role],
      remedy: null,
      path: '/profile',
    },
  ];
}
