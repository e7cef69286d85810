import { Badge } from '../../../../web/ui/Badge.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Box, Row, Text } from '../../../../web/ui/layout/Layout.tsx';
import {
  type Entry,
  entryText,
  type GroupName,
  otherEndText,
  type Rule,
  trafficText,
} from './describe.ts';
import styles from './firewall.module.css';
import { text } from './text.ts';

interface EntriesProps {
  entries: readonly Entry[];
  groups: readonly (GroupName & { rules?: readonly Rule[] })[];
  /** Why the entries can't be edited. Null if they can. */
  obstacle: string | null;
  onEdit(rule: Rule): void;
  onChange(entries: Entry[]): void;
  onRemove(index: number): void;
}

/** The rules in the order of evaluation. */
export function Entries({ entries, groups, obstacle, onEdit, onChange, onRemove }: EntriesProps) {
  const move = (index: number, by: number) => {
    const reordered = [...entries];
    const [entry] = reordered.splice(index, 1);
    if (entry) reordered.splice(index + by, 0, entry);
    onChange(reordered);
  };
  const disabledProps = obstacle === null ? {} : { disabled: true, hint: obstacle };
  return (
    <Box as="ol" className={styles.firewallEntries} isFramed isRounded aria-label={text('rules')}>
      {entries.map((entry, index) => {
        const name = entryText(entry, groups);
        return (
          <li key={entry.kind === 'rule' ? entry.rule.id : entry.groupId}>
            <Text
              as="span"
              className={styles.firewallPlace}
              flex="none"
              minWidth="1.4em"
              tone="soft"
              textAlign="end"
            >
              {index + 1}
            </Text>
            <Row className={styles.firewallWhat} align="baseline" gap="2px 10px" wrap="anywhere">
              {entry.kind === 'rule' ? (
                <RuleLine rule={entry.rule} groups={groups} />
              ) : (
                <GroupEntryRow entry={entry} groups={groups} name={name} />
              )}
            </Row>
            <Row className={styles.firewallButtons} isNowrap flex="none">
              <IconButton
                icon="chevron-down"
                className={styles.firewallUp}
                label={`${text('up')}: ${name}`}
                hint={text('up')}
                onClick={() => move(index, -1)}
                {...disabledProps}
                {...(index === 0 && { disabled: true })}
              />
              <IconButton
                icon="chevron-down"
                label={`${text('down')}: ${name}`}
                hint={text('down')}
                onClick={() => move(index, 1)}
                {...disabledProps}
                {...(index === entries.length - 1 && { disabled: true })}
              />
              {entry.kind === 'rule' && (
                <IconButton
                  icon="settings"
                  label={`${text('edit')}: ${name}`}
                  hint={text('edit')}
                  onClick={() => onEdit(entry.rule)}
                  {...disabledProps}
                />
              )}
              <IconButton
                icon="trash"
                label={`${text('remove')}: ${name}`}
                hint={text('remove')}
                onClick={() => onRemove(index)}
                {...disabledProps}
              />
            </Row>
          </li>
        );
      })}
    </Box>
  );
}

function RuleLine({ rule, groups }: { rule: Rule; groups: readonly GroupName[] }) {
  return (
    <>
      <Badge tone={rule.action === 'accept' ? 'good' : 'bad'}>{text(rule.action)}</Badge>
      <span>{text(rule.direction)}</span>
      <strong>{trafficText(rule)}</strong>
      <bdi>
        {text(rule.direction === 'in' ? 'from' : 'to', { who: otherEndText(rule, groups) })}
      </bdi>
      {rule.note && (
        <Text as="span" flexBasis="100%" tone="soft">
          {rule.note}
        </Text>
      )}
    </>
  );
}

function GroupEntryRow({
  entry,
  groups,
  name,
}: {
  entry: Extract<Entry, { kind: 'group' }>;
  groups: EntriesProps['groups'];
  name: string;
}) {
  const rules = groups.find(({ id }) => id === entry.groupId)?.rules ?? [];
  return (
    <div className={styles.firewallGroup}>
      <Icon name="shield" size={15} />{' '}
      <Link className="link" to={`/firewall/${entry.groupId}`}>
        {name}
      </Link>
      <details>
        <summary>{text('rulesOf', { count: rules.length })}</summary>
        <Box as="ul" mt={6} ps={20}>
          {rules.map((rule) => (
            <li key={rule.id}>{entryText({ kind: 'rule', rule }, groups)}</li>
          ))}
        </Box>
      </details>
    </div>
  );
}
