import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../client.ts';

/** Reads are kept a little and tried again only when the fault was the way there, never when the portal refused. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
  },
});
