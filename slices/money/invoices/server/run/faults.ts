import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import type { Permission } from '../../../../../contract/access/permissions.ts';
import { roleTitlesWith } from '../../../../../contract/access/roleTitles.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { hasPermission } from '../../../../../server/platform/access/scope.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { isNumberConfirmed } from '../../../billing/server/index.ts';
import type { invoiceEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';

export type Fault = z.output<(typeof invoiceEndpoints)['getInvoicing']['answer']>['faults'][number];
/** An implausible number of lines for one month, which requires manual review before charging. */
export const maxLines = 20_000;

/** Where a problem is fixed. */
interface FaultContext {
  companyId: string;
  /** The customer, for problems of a single customer. */
  userId?: string;
  period: string;
}

interface Rule {
  isBlocking: boolean;
  title: LocalizedText;
  remedy: LocalizedText;
  link(place: FaultContext): string;
  /**
   * The permission required to fix it. Omitted if every billing administrator of the company can.
   */
  mending?: Permission;
}

const customerPath = ({ companyId, userId }: FaultContext): string =>
  `/billingManage/${companyId}/${userId}`;
const companyPath = ({ companyId }: FaultContext): string => `/companies/${companyId}`;
const taxesPath = ({ companyId }: FaultContext): string =>
  `/companies/${companyId}/billingProperties`;
const invoicePath = ({ companyId, period, userId }: FaultContext): string =>
  `/invoicing/${companyId}/${period}/invoicing/${userId}/status`;

/** All validation errors in display order. Errors that affect all customers come first. */
const rules = {
  companyAddress: {
    isBlocking: true,
    title: localize('rules.companyAddress'),
    remedy: localize('rules.companyAddress.remedy'),
    link: companyPath,
  },
  companyTaxNumber: {
    isBlocking: true,
    title: localize('rules.companyTaxNumber'),
    remedy: localize('rules.companyTaxNumber.remedy'),
    link: companyPath,
  },
  noTax: {
    isBlocking: false,
    title: localize('rules.noTax'),
    remedy: localize('rules.noTax.remedy'),
    link: taxesPath,
  },
  noEInvoice: {
    isBlocking: false,
    title: localize('rules.noEInvoice'),
    remedy: localize('rules.noEInvoice.remedy'),
    link: taxesPath,
  },
  noAllocation: {
    isBlocking: false,
    title: localize('rules.noAllocation'),
    remedy: localize('rules.noAllocation.remedy'),
    link: ({ companyId }) => `/companies/${companyId}/payments`,
    mending: 'companies.manage',
  },
  paidByOther: {
    isBlocking: true,
    title: localize('rules.paidByOther'),
    remedy: localize('rules.paidByOther.remedy'),
    link: () => '/billingAccess',
  },
  profileMissing: {
    isBlocking: true,
    title: localize('rules.profileMissing'),
    remedy: localize('rules.profileMissing.remedy'),
    link: customerPath,
  },
  profileDisapproved: {
    isBlocking: true,
    title: localize('rules.profileDisapproved'),
    remedy: localize('rules.profileDisapproved.remedy'),
    link: customerPath,
  },
  taxNumberUnverified: {
    isBlocking: true,
    title: localize('rules.taxNumberUnverified'),
    remedy: localize('rules.taxNumberUnverified.remedy'),
    link: customerPath,
  },
  currencyForeign: {
    isBlocking: true,
    title: localize('rules.currencyForeign'),
    remedy: localize('rules.currencyForeign.remedy'),
    link: companyPath,
    mending: 'companies.manage',
  },
  tooManyLines: {
    isBlocking: true,
    title: localize('rules.tooManyLines', { mostLines: maxLines }),
    remedy: localize('rules.tooManyLines.remedy'),
    link: invoicePath,
  },
  taxedOtherwise: {
    isBlocking: true,
    title: localize('rules.taxedOtherwise'),
    remedy: localize('rules.taxedOtherwise.remedy'),
    link: invoicePath,
  },
  refused: {
    isBlocking: true,
    title: localize('rules.refused'),
    remedy: localize('rules.refused.remedy'),
    link: invoicePath,
  },
  vatNumberUnverified: {
    isBlocking: false,
    title: localize('rules.vatNumberUnverified'),
    remedy: localize('rules.vatNumberUnverified.remedy'),
    link: customerPath,
  },
  priceMissing: {
    isBlocking: false,
    title: localize('rules.priceMissing'),
    remedy: localize('rules.priceMissing.remedy'),
    link: () => '/pricelist',
    mending: 'prices.manage',
  },
} satisfies Record<string, Rule>;

export type FaultCode = keyof typeof rules;

type ViewerContext = Pick<Context, 'actor' | 'language'>;

/**
 * The problem in the reader's language. If the reader can't fix it, the text names the role that
 * can.
 */
export function presentFault(viewer: ViewerContext, code: string, context: FaultContext): Fault {
  const rule: Rule = rules[code as FaultCode];
  const { isBlocking, title, link } = rule;
  return {
    code,
    isBlocking,
    title: title[viewer.language],
    remedy: remedyFor(viewer, rule),
    link: link(context),
  };
}

function remedyFor(viewer: ViewerContext, { remedy, mending }: Rule): string {
  const { language } = viewer;
  if (mending === undefined || hasPermission(viewer, mending)) return remedy[language];
  const roles = roleTitlesWith(mending)[language];
  return `${remedy[language]} ${localize('faults.remedyFor.canFixed', { who: roles })[language]}`;
}

export const isBlocking = (code: FaultCode): boolean => rules[code].isBlocking;
export const faultTitle = (code: string): LocalizedText => rules[code as FaultCode].title;

interface FaultConditions {
  hasForeign: RawBuilder<unknown>;
  isTooLong: RawBuilder<unknown>;
  isTaxedOtherwise: RawBuilder<unknown>;
}

/**
 * SQL over `user_account u`, its `billing_profile p`, and conditions on the invoice itself: the
 * codes of its blockers.
 */
export const customerFaults = ({
  hasForeign,
  isTooLong,
  isTaxedOtherwise,
}: FaultConditions): RawBuilder<string[]> => sql<string[]>`
  array_remove(array[
    case when p.user_id is null and u.billing_state <> -1 then 'profileMissing' end,
    case when u.billing_state = 1 then 'profileDisapproved' end,
    case when p.kind = 'company' and p.tax_number <> '' and u.billing_state in (5, 7) and not ${isNumberConfirmed} then 'taxNumberUnverified' end,
    case when ${hasForeign} then 'currencyForeign' end,
    case when ${isTooLong} then 'tooManyLines' end,
    case when ${isTaxedOtherwise} then 'taxedOtherwise' end
  ]::text[], null)`;
