import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  ledgerKeyReused: error(2808, 409, localize('errors.ledgerKeyReused')),
  currencyForeign: error(2809, 422, localize('errors.currencyForeign')),
  balanceShort: error(2811, 422, localize('errors.balanceShort')),
  refundTooMuch: error(2812, 422, localize('errors.refundTooMuch')),
  notRefundable: error(2813, 422, localize('errors.notRefundable')),
  writeOffTooMuch: error(2814, 422, localize('errors.writeOffTooMuch')),
  approvalDecided: error(2895, 409, localize('errors.approvalDecided')),
  approvalOwn: error(2896, 422, localize('errors.approvalOwn')),
  refundWrittenOff: error(2965, 422, localize('errors.refundWrittenOff')),
  moneyBackUnpaid: error(2966, 422, localize('errors.moneyBackUnpaid')),
  approvalChanged: error(2969, 409, localize('errors.approvalChanged')),
  refundWholeOnly: error(2996, 422, localize('errors.refundWholeOnly')),
};

/** Resource names for `{what}` in `notFound`. */
export const resourceNames = {
  approval: localize('resources.approval'),
  transaction: localize('resources.transaction'),
};
