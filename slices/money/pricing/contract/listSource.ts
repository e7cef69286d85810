import * as z from 'zod';
import { id } from '../../../../contract/endpoint.ts';

/** Identifies a list by its site, and by name when it isn't the site's own list. */
export const place = { siteId: id, name: z.string() };

/** The list that the account buys from, with its current version. */
export const source = z.strictObject({
  id,
  ...place,
  siteName: z.string(),
  currency: z.string(),
  version: z.int(),
});

/** Path parameters of the endpoints for one price list version. */
export const priceListParams = z.strictObject({ priceListId: id });
