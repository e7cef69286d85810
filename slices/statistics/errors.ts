import { localize } from './texts/localize.ts';

/** What `notFound` calls it in its `{what}`. */
export const things = {
  'disk or network card': localize('resources.diskOrNetworkCard'),
};
