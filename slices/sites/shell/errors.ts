import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  accountStreamLimit: error(1020, 429, localize('errors.accountStreamLimit')),
  siteStreamLimit: error(1021, 429, localize('errors.siteStreamLimit')),
  metricsTokenRequired: error(1022, 403, localize('errors.metricsTokenRequired')),
};
