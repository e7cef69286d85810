import { localize } from './texts/localize.ts';

/** The names of `{what}` in `notFound`. */
export const things = {
  object: localize('resources.object'),
  operation: localize('resources.operation'),
};
