import { localize } from './texts/localize.ts';

/** Resource names used for `{what}` in `notFound`. */
export const resourceNames = {
  host: localize('resources.host'),
};
