import { localize } from './texts/localize.ts';

/** The names of `{what}` in `notFound`. */
export const things = {
  host: localize('resources.host'),
};
