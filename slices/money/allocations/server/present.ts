import type * as z from 'zod';
import { describeStored } from '../../../../drivers/problem.ts';
import { printedNumber } from '../../../../drivers/taxAuthority/port.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { allocationEndpoints } from '../contract.ts';
import { remedyOf } from './messages.ts';
import { releasedStates } from './requests/outcome.ts';
import { type Allocation, isRetryable } from './store.ts';

type Answer = z.output<(typeof allocationEndpoints)['getAllocation']['answer']>;

export function present(ctx: SignedInContext, allocation: Allocation): Answer {
  const {
    documentId,
    state,
    number,
    invoice,
    currency,
    rate,
    rateOn,
    decision,
    code,
    field,
    problem,
    nextAt,
  } = allocation;
  const isOpen = state === 'invalid' || (state === 'refused' && decision === null);
  const canManage = hasPermission(ctx, 'ledger.manage');
  return {
    ...{
      documentId,
      documentNumber: invoice.number,
      issuedOn: invoice.issuedOn,
      currency,
      rate,
      rateOn,
      state,
      decision,
      code,
      field,
      problem: describeStored(problem)[ctx.language],
    },
    ...{
      number: number && printedNumber(number),
      wholeNumber: number,
      isHeld: !releasedStates.includes(state),
    },
    remedy: decision === null ? remedyOf(allocation, ctx.language) : '',
    nextAt: nextAt?.toISOString() ?? null,
    canDecide: canManage && isOpen,
    canTryAgain: canManage && isRetryable(allocation),
    canGiveRate: canManage && state === 'needsRate',
  };
}
