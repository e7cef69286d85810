import { localize } from './texts/localize.ts';

/** The names of `{what}` in `notFound`. */
export const things = {
  'disk or network card': localize('resources.diskOrNetworkCard'),
};
