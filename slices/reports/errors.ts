import { localize } from './texts.ts';

/** What `notFound` calls it in its `{what}`. */
export const things = {
  report: localize('resources.report'),
};
