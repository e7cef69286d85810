import { Button } from '@mantine/core';
import { type Action, ActionButton } from '../../../web/ui/actions.tsx';
import { type Change, changeText, type GroupName, type Policy } from './describe.ts';
import { text } from './text.ts';

interface DraftBarProps {
  changes: readonly Change[];
  policy: Pick<Policy, 'in' | 'out'>;
  groups: readonly GroupName[];
  /** Why it cannot be put in force now; null when it can. */
  obstacle: string | null;
  onApply(): void;
  onDiscard(): void;
}

const marks: Record<Change['kind'], string> = {
  added: '+',
  removed: '−',
  changed: '~',
  moved: '↕',
  default: '~',
};

/** What a draft would change, and the two ways on. */
export function DraftBar({ changes, policy, groups, obstacle, onApply, onDiscard }: DraftBarProps) {
  const apply: Action<null> = {
    id: 'apply',
    title: text('apply'),
    icon: 'check',
    reason: () => obstacle,
    run: onApply,
  };
  return (
    <div className="firewall-draft" role="status">
      <strong>
        {changes.length > 0 ? text('changes', { count: changes.length }) : text('noChanges')}
      </strong>
      <ul>
        {changes.map((change) => {
          const words = changeText(change, policy, groups);
          return (
            <li key={words} data-kind={change.kind}>
              <span aria-hidden="true">{marks[change.kind]}</span> <bdi>{words}</bdi>
            </li>
          );
        })}
      </ul>
      <div className="firewall-actions">
        <ActionButton action={apply} row={null} isPrimary />
        <Button variant="default" size="xs" onClick={onDiscard}>
          {text('discard')}
        </Button>
      </div>
    </div>
  );
}
