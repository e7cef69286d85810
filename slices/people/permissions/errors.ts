import { localize } from './texts/localize.ts';

/** Values for `{what}` in `notFound`. */
export const resourceNames = {
  object: localize('resources.object'),
  operation: localize('resources.operation'),
};
