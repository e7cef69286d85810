import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  alertLimit: error(2350, 422, localize('errors.alertLimit')),
  webhookRefused: error(2351, 400, localize('errors.webhookRefused')),
  alertNotFiring: error(2352, 409, localize('errors.alertNotFiring')),
  alertTestedJustNow: error(2353, 429, localize('errors.alertTestedJustNow')),
  alertTellsNobody: error(2354, 422, localize('errors.alertTellsNobody')),
  alertWithoutWebhook: error(2355, 422, localize('errors.alertWithoutWebhook')),
};

/** The resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  alert: localize('resources.alert'),
};
