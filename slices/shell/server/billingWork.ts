import type * as z from 'zod';
import { may } from '../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import { countAskedDeposits } from '../../billing/server/index.ts';
import { countMonthsToInvoice } from '../../invoices/server/index.ts';
import { countWaitingApprovals } from '../../ledger/server/index.ts';
import { countOpenDisputes } from '../../payments/server/index.ts';
import type { dashboardAnswer } from '../contract.ts';

type Work = z.output<typeof dashboardAnswer>['billingWork'];

/**
 * The number of pending items per kind for a billing administrator, with links. Null for other
 * roles.
 */
export async function billingWork(ctx: SignedInContext): Promise<Work> {
  if (!may(ctx, 'ledger.view')) return null;
  const [deposits, approvals, disputes, months] = await Promise.all([
    countAskedDeposits(ctx),
    countWaitingApprovals(ctx),
    countOpenDisputes(ctx),
    countMonthsToInvoice(ctx),
  ]);
  return [
    { id: 'deposits', count: deposits, path: '/billingAccess/deposits' },
    { id: 'approvals', count: approvals, path: '/billingAccess/approvals' },
    { id: 'disputes', count: disputes, path: '/billingAccess/disputes' },
    { id: 'months', count: months, path: '/invoicing' },
  ];
}
