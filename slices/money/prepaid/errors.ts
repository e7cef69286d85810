import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  prepaidNotCovered: error(2970, 422, localize('errors.prepaidNotCovered')),
  prepaidUsedUp: error(2971, 422, localize('errors.prepaidUsedUp')),
  prepaidPayerShort: error(2972, 422, localize('errors.prepaidPayerShort')),
};
