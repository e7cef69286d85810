import { call } from '../../../web/client.ts';
import type { Address } from './network.tsx';

/**
 * Reserves an address again as it was reserved, with its note and reverse DNS name. Undefined where that isn't possible: the address is in
 * use or reserved for an account, which the list doesn't identify.
 */
export function reservationAgain(subnetId: string, reserved: Address): (() => Promise<void>) | undefined {
  const { address, type, note, reverseName, server, reservedFor } = reserved;
  if ((type !== 1 && type !== 3) || server !== null || reservedFor !== null) return undefined;
  return async () => {
    await call('reserveAddresses', { params: { subnetId }, body: { addresses: [address], type, ...(note && { note }) } });
    if (reverseName) await call('changeAddress', { params: { subnetId, address }, body: { reverseName } });
  };
}
