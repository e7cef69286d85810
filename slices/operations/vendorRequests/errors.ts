import { localize } from './texts/localize.ts';

/** Names for the `{what}` placeholder of `notFound`. */
export const resourceNames = {
  vendorRequest: localize('resources.vendorRequest'),
};
