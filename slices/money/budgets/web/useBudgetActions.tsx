import { type ReactNode, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { call } from '../../../../web/client.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { BudgetForm } from './BudgetForm.tsx';
import type { Budget } from './formatBudget.ts';
import { text } from './text.ts';

/**
 * Returns the actions for a budget and their dialogs. `onRemoved` is called when the shown budget
 * is deleted.
 */
export function useBudgetActions(onRemoved: () => void = () => undefined): {
  actions: readonly Action<Budget>[];
  dialog: ReactNode;
} {
  const [editing, setEditing] = useState<Budget | null>(null);
  const [lifting, setLifting] = useState<Budget | null>(null);
  const [removing, setRemoving] = useState<Budget | null>(null);
  const run = useRun();
  const verb = (
    id: 'change' | 'lift' | 'remove',
    icon: IconName,
    title: string,
    handler: (one: Budget) => void,
  ): Action<Budget> => ({
    ...{ id, icon, title, isDangerous: id === 'remove', reason: (budget) => budget.actions[id] },
    run: ([budget]) => budget && handler(budget),
  });
  const actions = [
    verb('lift', 'lock-open', text('lift'), setLifting),
    verb('change', 'edit', text('edit'), setEditing),
    verb('remove', 'trash', text('remove'), setRemoving),
  ];
  const dialog = (
    <>
      {editing && <BudgetForm budget={editing} onClose={() => setEditing(null)} />}
      {lifting && (
        <ConfirmDialog
          title={text('liftTitle')}
          confirmLabel={text('lift')}
          onConfirm={async () => {
            await call('liftBudgetBlock', { params: { budgetId: lifting.id } });
            await run(text('lifted'), async () => undefined);
          }}
          onClose={() => setLifting(null)}
        >
          <p>{text('liftText', { name: lifting.name })}</p>
        </ConfirmDialog>
      )}
      {removing && (
        <ConfirmDialog
          title={text('removeTitle', { name: removing.name })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('deleteBudget', { params: { budgetId: removing.id } });
            onRemoved();
            await run(text('removed', { name: removing.name }), async () => undefined);
          }}
          onClose={() => setRemoving(null)}
        >
          <p>{text('removeText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
  return { actions, dialog };
}
