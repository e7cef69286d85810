import { localize } from './texts/localize.ts';

/** Resource names for `{what}` in `notFound`. */
export const resourceNames = {
  report: localize('resources.report'),
};
