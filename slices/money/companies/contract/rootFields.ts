import type { FieldAccess } from '../../../../contract/endpoint.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

const rootOnly = (title: LocalizedText, description: LocalizedText): FieldAccess => ({
  access: 'companies.manage',
  title,
  why: description,
});

/** Fields that only root can change, not a company's billing administrators. */
export const settingsOfRoot = {
  currency: rootOnly(
    localize('settingsOfRoot.currency'),
    localize('ofRoot.settingsOfRoot.currency'),
  ),
  documentSeries: rootOnly(
    localize('settingsOfRoot.documentSeries'),
    localize('ofRoot.settingsOfRoot.documentSeries'),
  ),
  numberFormat: rootOnly(
    localize('settingsOfRoot.numberFormat'),
    localize('ofRoot.settingsOfRoot.numberFormat'),
  ),
};

const isWherePaid = localize('billingOfRoot.isWherePaid');
/** Terms that only root can change. */
export const billingOfRoot = {
  bankName: rootOnly(localize('billingOfRoot.bankName'), isWherePaid),
  bankHolder: rootOnly(localize('billingOfRoot.bankHolder'), isWherePaid),
  bankAccount: rootOnly(localize('billingOfRoot.bankAccount'), isWherePaid),
  bankSwift: rootOnly(localize('billingOfRoot.bankSwift'), isWherePaid),
  approvalAbove: rootOnly(
    localize('billingOfRoot.approvalAbove'),
    localize('ofRoot.billingOfRoot.approvalAbove'),
  ),
};
