import { error } from '../../contract/declaredError.ts';
import { localize } from './texts/localize.ts';

export const errors = {
  taskNotCancellable: error(1050, 422, localize('errors.taskNotCancellable')),
};

/** What `notFound` calls it in its `{what}`. */
export const things = {
  task: localize('resources.task'),
};
