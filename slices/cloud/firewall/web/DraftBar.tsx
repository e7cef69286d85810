import { Button } from '@mantine/core';
import { Box, Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { type Change, changeText, type GroupName, type Policy } from './describe.ts';
import styles from './firewall.module.css';
import { text } from './text.ts';

interface DraftBarProps {
  changes: readonly Change[];
  policy: Pick<Policy, 'in' | 'out'>;
  groups: readonly GroupName[];
  /** Why the draft can't be applied now. Null if it can. */
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

/** The changes of a draft, and the buttons to apply or discard it. */
export function DraftBar({ changes, policy, groups, obstacle, onApply, onDiscard }: DraftBarProps) {
  const apply: Action<null> = {
    id: 'apply',
    title: text('apply'),
    icon: 'check',
    reason: () => obstacle,
    run: onApply,
  };
  return (
    <Stack className={styles.firewallDraft} gap={8} p="12px 14px" role="status">
      <strong>
        {changes.length > 0 ? text('changes', { count: changes.length }) : text('noChanges')}
      </strong>
      <ul>
        {changes.map((change) => {
          const description = changeText(change, policy, groups);
          return (
            <Box as="li" wrap="anywhere" key={description} data-kind={change.kind}>
              <span aria-hidden="true">{marks[change.kind]}</span> <bdi>{description}</bdi>
            </Box>
          );
        })}
      </ul>
      <Row gap={8}>
        <ActionButton action={apply} row={null} isPrimary />
        <Button variant="default" size="xs" onClick={onDiscard}>
          {text('discard')}
        </Button>
      </Row>
    </Stack>
  );
}
