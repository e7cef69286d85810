import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { refetchInvalidated } from '../../../../web/data/invalidation.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { text } from './text.ts';
import type { User } from './user.tsx';

const ActionDialog = lazy(() => import('./ActionDialog.tsx'));

export type Verb = keyof Answer<'getUser'>['actions'];
/** Actions that need a confirmation. */
export type DialogVerb = Exclude<Verb, 'invite' | 'enable' | 'lock' | 'unlock'>;
export type ActionTarget = Pick<
  User,
  'id' | 'email' | 'siteId' | 'parentId' | 'parent' | 'role' | 'actions'
>;

const icons: Record<Verb, IconName> = {
  ...{
    edit: 'settings',
    createChild: 'plus',
    invite: 'mail',
    actFor: 'users',
    enable: 'play',
    disable: 'stop',
    lock: 'pause',
  },
  ...{ unlock: 'play', changeRole: 'signature', move: 'resize', delete: 'trash' },
};

const immediateActions = {
  invite: ({ id }: ActionTarget) => call('inviteUser', { params: { userId: id } }),
  enable: ({ id }: ActionTarget) => call('enableUser', { params: { userId: id } }),
  lock: ({ id }: ActionTarget) =>
    call('lockUser', { params: { userId: id }, body: { isLocked: true } }),
  unlock: ({ id }: ActionTarget) =>
    call('lockUser', { params: { userId: id }, body: { isLocked: false } }),
};

/**
 * The actions on a user, for the list, its menu and the user's own screen. Render the dialog once
 * per screen.
 */
export function useUserActions(): {
  actions: readonly Action<ActionTarget>[];
  dialog: ReactNode;
} {
  const [dialog, setDialog] = useState<{ about: DialogVerb; user: ActionTarget } | null>(null);

  const run = (verb: Verb) => async (user: ActionTarget) => {
    if (verb === 'invite' || verb === 'enable' || verb === 'lock' || verb === 'unlock') {
      try {
        await immediateActions[verb](user);
        toast('success', text(`${verb}Done`, { name: user.email }));
      } catch (error) {
        toast('error', text('refused', { action: text(verb), name: user.email }), errorText(error));
      }
      await refetchInvalidated();
    } else setDialog({ about: verb, user });
  };
  const order: readonly Verb[] = [
    ...(['edit', 'createChild', 'actFor', 'invite', 'enable', 'disable'] as const),
    ...(['lock', 'unlock', 'changeRole', 'move', 'delete'] as const),
  ];
  const actions = order.map(
    (verb): Action<ActionTarget> => ({
      ...{
        id: verb,
        title: text(verb),
        icon: icons[verb],
        isDangerous: verb === 'delete' || verb === 'disable',
      },
      reason: (user) => user.actions[verb],
      run: ([user]) => void (user && run(verb)(user)),
    }),
  );
  return {
    actions,
    dialog: dialog && (
      <Suspense>
        <ActionDialog about={dialog.about} user={dialog.user} onClose={() => setDialog(null)} />
      </Suspense>
    ),
  };
}
