import { useQueryClient } from '@tanstack/react-query';
import type { Operation } from '../../../../web/client.ts';

/** Queries that show a server's network interfaces and are refetched when they change. */
export const cardsTouched: readonly Operation[] = [
  'getServer',
  'listServers',
  'listQueue',
  'listNetworks',
  'getNetwork',
  'listAddresses',
  'getTopology',
];

export function useRefetch() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      cardsTouched.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })),
    );
}
