import { sql } from 'kysely';
import type { Context } from '../../../../../server/platform/context.ts';
import { type Customer, checkMinorUnits } from '../../../companies/server/index.ts';
import { ratesToday } from '../../../invoices/server/index.ts';
import type { Assumed, Step } from '../../contract.ts';
import { type Case, dayAt } from './cases.ts';
import { addDays } from './plan.ts';

interface Terms {
  steps: readonly Step[];
  tolerance: string;
  taxesFees: boolean;
}
type Found = Pick<Case, 'today' | 'digits' | 'accountState' | 'feeTaxes'> & {
  isTolerated: boolean;
};

/** Returns the issue date of an assumed document. Defaults to today. */
export const assumedIssueDate = (ctx: Pick<Context, 'clock'>, { issuedOn }: Assumed): string =>
  issuedOn ?? ctx.clock.now().toISOString().slice(0, 10);

/**
 * Returns the customer's case as if a document of this amount in the company's currency were the
 * only unpaid one. Writes nothing. Throws `amountWrong` for too many decimals.
 */
export async function buildAssumedCase(
  ctx: Pick<Context, 'db' | 'clock'>,
  customer: Customer,
  assumed: Assumed,
  terms: Terms,
): Promise<Case> {
  const { id, siteId, company } = customer;
  const { currency } = company;
  await checkMinorUnits(ctx, { amount: assumed.amount, currency }, 'assumed.amount');
  const { rows } = await sql<Found>`
    select ${dayAt(ctx, sql`site.time_zone`)} as today, minor_units(${currency}) as digits, u.account_state as "accountState",
      case when ${terms.taxesFees}::boolean then ${ratesToday(ctx)} else '{}' end as "feeTaxes",
      ${assumed.amount}::numeric <= ${terms.tolerance}::numeric as "isTolerated"
    from user_account u join site on site.id = u.site_id join company c on c.id = ${company.id}
    left join billing_profile p on p.user_id = u.id where u.id = ${id}`.execute(ctx.db);
  const found = rows[0];
  if (!found) throw new Error(`The account ${id} is gone.`);
  const { isTolerated, ...rest } = found;
  return {
    ...{ ...rest, ...terms, userId: id, siteId, companyId: company.id, currency },
    company: { id: company.id, name: company.legalName, currency },
    document: {
      id: '',
      number: '',
      dueOn: addDays(assumedIssueDate(ctx, assumed), company.paymentDays),
      isFee: false,
    },
    ...{
      unpaid: assumed.amount,
      owed: assumed.amount,
      disputed: '0',
      rest: isTolerated ? 'tolerated' : null,
    },
    ...{ isOn: true, done: new Map(), methodProblem: null },
  };
}
