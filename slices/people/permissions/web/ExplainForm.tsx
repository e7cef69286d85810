import { NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Answer, Calls } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Grid, Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './explainer.module.css';
import { text } from './text.ts';

type Choices = Answer<'explainChoices'>;
type ObjectType = Choices['types'][number]['type'];

export interface PermissionQuestion {
  userId?: string | undefined;
  operation?: string | undefined;
  objectType?: ObjectType | undefined;
  objectId?: string | undefined;
}

/** The user, the action, and the object. */
export function ExplainForm({
  asked,
  onAsk,
}: {
  asked: PermissionQuestion;
  onAsk(change: PermissionQuestion): void;
}) {
  const [person, setPerson] = useState('');
  const [object, setObject] = useState('');
  const query: Calls['explainChoices']['in']['query'] = {};
  const [searched, objectQuery] = [useDeferredValue(person), useDeferredValue(object)];
  if (searched) query.person = searched;
  if (objectQuery) query.object = objectQuery;
  const choices = useCall('explainChoices', { query }, { keepsPrevious: true }).data;
  const operation = choices?.operations.find(({ id }) => id === asked.operation);
  const type = operation?.objectType ?? null;
  return (
    <Grid className={styles.explainerQuestion} min={280} gap={16} align="start">
      <Stack gap={8}>
        <TextInput
          type="search"
          label={text('person')}
          placeholder={text('searchPerson')}
          value={person}
          onChange={(event) => setPerson(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label={text('person')}
          value={asked.userId ?? ''}
          onChange={(event) => onAsk({ userId: event.currentTarget.value || undefined })}
          data={withCurrent(
            [{ value: '', label: text('myself') }, ...userOptions(choices)],
            asked.userId,
          )}
        />
      </Stack>
      <OperationSelect
        operations={choices?.operations ?? []}
        value={asked.operation ?? ''}
        onChange={(next, objectType) =>
          onAsk({
            operation: next,
            objectType,
            ...(objectType === asked.objectType ? {} : { objectId: undefined }),
          })
        }
      />
      {type && (
        <Stack gap={8}>
          <TextInput
            type="search"
            label={`${text('object')}: ${choices?.types.find((each) => each.type === type)?.title ?? ''}`}
            placeholder={text('searchObject')}
            value={object}
            onChange={(event) => setObject(event.currentTarget.value)}
          />
          <NativeSelect
            aria-label={text('object')}
            value={asked.objectId ?? ''}
            onChange={(event) =>
              onAsk({ objectType: type, objectId: event.currentTarget.value || undefined })
            }
            data={withCurrent(
              [{ value: '', label: text('noObject') }, ...objectsOf(choices, type)],
              asked.objectId,
            )}
          />
        </Stack>
      )}
    </Grid>
  );
}

interface Option {
  value: string;
  label: string;
}

const userOptions = (choices: Choices | undefined): Option[] =>
  (choices?.people ?? []).map(({ id, email }) => ({ value: id, label: email }));
const objectsOf = (choices: Choices | undefined, type: ObjectType): Option[] =>
  (choices?.objects ?? [])
    .filter((item) => item.type === type)
    .map(({ id, name }) => ({ value: id, label: name }));

/** Keeps a value from a link selected even if the search doesn't return it. */
const withCurrent = (options: Option[], value: string | undefined): Option[] =>
  value && !options.some((option) => option.value === value)
    ? [...options, { value, label: value }]
    : options;

interface OperationSelectProps {
  operations: Choices['operations'];
  value: string;
  onChange(operation: string, objectType: ObjectType | undefined): void;
}

/** All operations, grouped by permission. */
function OperationSelect({ operations, value, onChange }: OperationSelectProps) {
  const groups = useMemo(() => {
    const byPermission = new Map<string, Option[]>();
    for (const { id, title, permission } of operations)
      byPermission.set(permission, [
        ...(byPermission.get(permission) ?? []),
        { value: id, label: title },
      ]);
    return [...byPermission]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([group, items]) => ({ group, items }));
  }, [operations]);
  return (
    <NativeSelect
      label={text('operation')}
      value={value}
      onChange={(event) => {
        const next = event.currentTarget.value;
        onChange(next, operations.find(({ id }) => id === next)?.objectType ?? undefined);
      }}
      data={[{ value: '', label: text('chooseOperation') }, ...groups]}
    />
  );
}
