import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { datacenterEndpoints, datacenterSettings } from '../contract.ts';
import { datacenterTable, findDatacenter, listDatacenters } from './store.ts';

type Change = z.output<typeof datacenterEndpoints.updateDatacenter.body>;

/** All datacenters, including closed ones, sorted by name. */
export async function listSettings(
  ctx: SignedInContext,
): Promise<z.output<typeof datacenterSettings>[]> {
  return (await listDatacenters(ctx)).map(
    ({ id, code, shortCode, name, region, country, engine, isEnabled }) => ({
      ...{ id, code, shortCode, name, region, country, engine, isOpen: isEnabled },
    }),
  );
}

/** Throws `notFound`, `datacenterCodeTaken`. */
export async function updateDatacenter(
  ctx: SignedInContext,
  datacenterId: string,
  change: Change,
): Promise<void> {
  const { name, region, country, shortCode } = await findDatacenter(ctx, datacenterId);
  const before = { name, region, country, shortCode };
  const after = {
    ...before,
    ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
  };
  try {
    await datacenterTable(ctx.db)
      .updateTable('datacenter')
      .set({
        name: after.name,
        region: after.region,
        country: after.country,
        short_code: after.shortCode,
      })
      .where('id', '=', datacenterId)
      .execute();
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'datacenter_short_code') throw error;
    throw userError('datacenterCodeTaken', { shortCode: after.shortCode }, 'shortCode');
  }
  ctx.note({ targetType: 'datacenter', targetId: datacenterId, before, after });
  await announce(ctx.db, { topic: 'datacenter', id: datacenterId });
}
