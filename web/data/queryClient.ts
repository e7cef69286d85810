import { QueryClient } from '@tanstack/react-query';
import { CallError } from '../client.ts';

/** Reads are cached briefly and retried only after network errors, never after a rejection. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 502),
      refetchOnWindowFocus: false,
    },
  },
});
