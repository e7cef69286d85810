import type { FieldAccess } from '../../../../contract/endpoint.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { localize } from '../texts/localize.ts';

const ofRoot = (title: LocalizedText, why: LocalizedText): FieldAccess => ({
  access: 'companies.manage',
  title,
  why,
});

/** Fields that only root can change, not a company's billing administrators. */
export const settingsOfRoot = {
  currency: ofRoot(localize('settingsOfRoot.currency'), localize('ofRoot.settingsOfRoot.currency')),
  documentSeries: ofRoot(
    localize('settingsOfRoot.documentSeries'),
    localize('ofRoot.settingsOfRoot.documentSeries'),
  ),
  numberFormat: ofRoot(
    localize('settingsOfRoot.numberFormat'),
    localize('ofRoot.settingsOfRoot.numberFormat'),
  ),
};

const isWherePaid = localize('billingOfRoot.isWherePaid');
/** Terms that only root can change. */
export const billingOfRoot = {
  bankName: ofRoot(localize('billingOfRoot.bankName'), isWherePaid),
  bankHolder: ofRoot(localize('billingOfRoot.bankHolder'), isWherePaid),
  bankAccount: ofRoot(localize('billingOfRoot.bankAccount'), isWherePaid),
  bankSwift: ofRoot(localize('billingOfRoot.bankSwift'), isWherePaid),
  approvalAbove: ofRoot(
    localize('billingOfRoot.approvalAbove'),
    localize('ofRoot.billingOfRoot.approvalAbove'),
  ),
};
