import { localize } from './texts/localize.ts';

/** Resource names for `{what}` in `notFound`. */
export const things = {
  report: localize('resources.report'),
};
