import { localize } from './texts/localize.ts';

/** What `notFound` calls it in its `{what}`. */
export const things = {
  object: localize('resources.object'),
  operation: localize('resources.operation'),
};
