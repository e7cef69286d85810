import { useQueryClient } from '@tanstack/react-query';
import type { Operation } from '../client.ts';
import { toast, toastRefusal } from '../data/toasts.ts';
import type { common } from '../texts/en/common.ts';
import { textsOf } from '../texts/texts.ts';
import { errorText } from './errorText.ts';
import { wayOutOf } from './wayOut.ts';

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
      toastRefusal(`${title}: ${text('failed')}`, errorText(error), wayOutOf(error));
      return false;
    } finally {
      await Promise.all(touched.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })));
    }
  };
}
