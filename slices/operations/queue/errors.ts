import { error } from '../../../contract/errors/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  taskNotCancellable: error(1050, 422, localize('errors.taskNotCancellable')),
};

/** Names for the `{what}` placeholder of `notFound`. */
export const resourceNames = {
  task: localize('resources.task'),
};
