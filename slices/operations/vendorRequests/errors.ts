import { localize } from './texts/localize.ts';

/** Names for the `{what}` placeholder of `notFound`. */
export const things = {
  vendorRequest: localize('resources.vendorRequest'),
};
