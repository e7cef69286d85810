import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { text } from './text.ts';

export type Key = Answer<'listKeys'>['items'][number];
export type Asking = { about: 'disable' | 'remove' | 'rotate'; key: Key };

const KeyDialog = lazy(() => import('./KeyDialog.tsx'));

/**
 * Whether the user can enable the key again after disabling it. Only its owner can, as with
 * rotation.
 */
const canEnable = ({ actions }: Key): boolean => actions.rotate === null;

/** The actions on a key, the same in the list and on its page. */
export function useKeyActions(onRemoved?: () => void): {
  actions: Action<Key>[];
  dialog: ReactNode;
} {
  const [asking, setAsking] = useState<Asking | null>(null);
  const run = useRun();
  const set = ({ clientId }: Key, enabled: boolean) =>
    call('enableKey', { params: { clientId }, body: { enabled } });
  const enable = (key: Key, enabled: boolean) =>
    void run(
      text(enabled ? 'enabled_' : 'disabled_'),
      () => set(key, enabled),
      () => set(key, !enabled),
    );
  const asked = (
    about: Asking['about'],
    icon: IconName,
    reason: (key: Key) => string | null,
  ): Action<Key> => ({
    ...{ id: about, title: text(about), icon, reason, isDangerous: about === 'remove' },
    run: ([key]) => key && setAsking({ about, key }),
  });
  return {
    actions: [
      asked('rotate', 'refresh', ({ actions }) => actions.rotate),
      {
        ...{
          id: 'enable',
          title: text('enable'),
          icon: 'play',
          reason: ({ actions }: Key) => actions.enable,
        },
        run: ([key]) => key && enable(key, true),
      },
      {
        ...asked('disable', 'pause', ({ actions }) => actions.disable),
        run: ([key]) =>
          key && (canEnable(key) ? enable(key, false) : setAsking({ about: 'disable', key })),
      },
      asked('remove', 'trash', ({ actions }) => actions.remove),
    ],
    dialog: asking && (
      <Suspense fallback={null}>
        <KeyDialog
          asking={asking}
          onClose={() => setAsking(null)}
          {...(onRemoved ? { onRemoved } : {})}
        />
      </Suspense>
    ),
  };
}
