import { useQueryClient } from '@tanstack/react-query';
import type { Operation } from '../../../../web/client.ts';

/** What shows a server's network cards and is read again when they change. */
export const cardsTouched: readonly Operation[] = [
  'getServer',
  'listServers',
  'listQueue',
  'listNetworks',
  'getNetwork',
  'listAddresses',
  'getTopology',
];

export function useReadAgain() {
  const queryClient = useQueryClient();
  return () => Promise.all(cardsTouched.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })));
}
