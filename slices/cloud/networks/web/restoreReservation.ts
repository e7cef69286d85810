import { call } from '../../../../web/client.ts';
import type { Address, Network } from './network.tsx';

/**
 * Restores a reservation with its note and reverse DNS name. Returns undefined if that isn't
 * possible: the address is in use, or it is reserved for an account other than the network's owner,
 * which the list doesn't identify.
 */
export function restoreReservation(
  network: Network,
  subnetId: string,
  reserved: Address,
): (() => Promise<void>) | undefined {
  const { address, type, note, reverseName, server, reservedFor } = reserved;
  const isForOwner = type === 3 && network.owner !== '' && reservedFor === network.owner;
  if (server !== null || !(type === 1 || isForOwner)) return undefined;
  return async () => {
    await call('reserveAddresses', {
      params: { subnetId },
      body: { addresses: [address], type, ...(note && { note }) },
    });
    if (reverseName)
      await call('updateAddress', { params: { subnetId, address }, body: { reverseName } });
  };
}
