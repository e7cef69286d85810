import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from '../../../contract/icons.ts';
import { type Answer, call } from '../../../web/client.ts';
import type { Action } from '../../../web/ui/actions.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { text } from './text.ts';

export type Key = Answer<'listKeys'>['items'][number];
export type Asking = { about: 'disable' | 'remove' | 'rotate'; key: Key };

const KeyDialog = lazy(() => import('./KeyDialog.tsx'));

/** What can be done with a key, the same in the list and on its page. */
export function useKeyActions(onRemoved?: () => void): { actions: Action<Key>[]; dialog: ReactNode } {
  const [asking, setAsking] = useState<Asking | null>(null);
  const run = useRun();
  const enable = (key: Key) =>
    run(text('enabled_'), () => call('enableKey', { params: { clientId: key.clientId }, body: { enabled: true } }), ['listKeys', 'getKey']);
  const asked = (about: Asking['about'], icon: IconName, reason: (key: Key) => string | null): Action<Key> => ({
    ...{ id: about, title: text(about), icon, reason, isDangerous: about === 'remove' },
    run: ([key]) => key && setAsking({ about, key }),
  });
  return {
    actions: [
      asked('rotate', 'refresh', ({ actions }) => actions.rotate),
      {
        ...{ id: 'enable', title: text('enable'), icon: 'play', reason: ({ actions }: Key) => actions.enable },
        run: ([key]) => key && void enable(key),
      },
      asked('disable', 'pause', ({ actions }) => actions.disable),
      asked('remove', 'trash', ({ actions }) => actions.remove),
    ],
    dialog: asking && (
      <Suspense fallback={null}>
        <KeyDialog asking={asking} onClose={() => setAsking(null)} {...(onRemoved ? { onRemoved } : {})} />
      </Suspense>
    ),
  };
}
