import { useQueryClient } from '@tanstack/react-query';
import type { Operation } from '../client.ts';
import { toast } from '../data/toasts.ts';
import type { common } from '../texts/en/common.ts';
import { textsOf } from '../texts/texts.ts';
import { errorText } from './errorText.ts';

const text = textsOf<typeof common>('common');

/** Runs a change, says how it went in a toast, and has what it touches read again. Gives whether it worked. */
export function useRun() {
  const queryClient = useQueryClient();
  return async (title: string, work: () => Promise<unknown>, touched: readonly Operation[] = []): Promise<boolean> => {
    try {
      await work();
      toast('success', title);
      return true;
    } catch (error) {
      toast('error', `${title}: ${text('failed')}`, errorText(error));
      return false;
    } finally {
      await Promise.all(touched.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })));
    }
  };
}
