import type * as z from 'zod';
import { printedNumber } from '../../../drivers/taxAuthority/port.ts';
import { describeDriverError } from '../../../drivers/words.ts';
import { may } from '../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../server/platform/context.ts';
import type { allocationEndpoints } from '../contract.ts';
import { freeStates } from './outcome.ts';
import type { Allocation } from './store.ts';
import { remedyOf } from './words.ts';

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
    lookAt,
  } = allocation;
  const isOpen = state === 'invalid' || (state === 'refused' && decision === null);
  const isManaged = may(ctx, 'ledger.manage');
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
      problem: describeDriverError(problem)[ctx.language],
    },
    ...{
      number: number && printedNumber(number),
      wholeNumber: number,
      isHeld: !freeStates.includes(state),
    },
    remedy: decision === null ? remedyOf(allocation, ctx.language) : '',
    nextAt: lookAt?.toISOString() ?? null,
    canDecide: isManaged && isOpen,
    canTryAgain: isManaged && (state === 'invalid' || lookAt !== null),
    canGiveRate: isManaged && state === 'needsRate',
  };
}
