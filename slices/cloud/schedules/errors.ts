import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  scheduleTimesWrong: error(2553, 422, localize('errors.scheduleTimesWrong')),
  scheduleLimit: error(2554, 422, localize('errors.scheduleLimit')),
  scheduleNotTroubled: error(2561, 422, localize('errors.scheduleNotTroubled')),
};

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  schedule: localize('resources.schedule'),
};
