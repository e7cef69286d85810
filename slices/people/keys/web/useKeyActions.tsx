import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { text } from './text.ts';

export type Key = Answer<'listKeys'>['items'][number];
export type DialogState = { about: 'disable' | 'remove' | 'rotate'; key: Key };

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
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const run = useRun();
  const set = ({ clientId }: Key, enabled: boolean) =>
    call('enableKey', { params: { clientId }, body: { enabled } });
  const enable = (key: Key, enabled: boolean) =>
    void run(
      text(enabled ? 'enabled_' : 'disabled_'),
      () => set(key, enabled),
      () => set(key, !enabled),
    );
  const confirmedAction = (
    about: DialogState['about'],
    icon: IconName,
    reason: (key: Key) => string | null,
  ): Action<Key> => ({
    ...{ id: about, title: text(about), icon, reason, isDangerous: about === 'remove' },
    run: ([key]) => key && setDialog({ about, key }),
  });
  return {
    actions: [
      confirmedAction('rotate', 'refresh', ({ actions }) => actions.rotate),
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
        ...confirmedAction('disable', 'pause', ({ actions }) => actions.disable),
        run: ([key]) =>
          key && (canEnable(key) ? enable(key, false) : setDialog({ about: 'disable', key })),
      },
      confirmedAction('remove', 'trash', ({ actions }) => actions.remove),
    ],
    dialog: dialog && (
      <Suspense fallback={null}>
        <KeyDialog
          asking={dialog}
          onClose={() => setDialog(null)}
          {...(onRemoved ? { onRemoved } : {})}
        />
      </Suspense>
    ),
  };
}
