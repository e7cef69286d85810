import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  backupNotOn: error(2555, 422, localize('errors.backupNotOn')),
  backupNotReady: error(2556, 422, localize('errors.backupNotReady')),
  backupDisksDiffer: error(2557, 422, localize('errors.backupDisksDiffer')),
  backupLimit: error(2558, 422, localize('errors.backupLimit')),
};

/** The resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  backup: localize('resources.backup'),
};
