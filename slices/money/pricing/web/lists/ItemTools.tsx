import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { toast } from '../../../../../web/data/toasts.ts';
import { FormProblem } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Box, Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { changeGroups, type DraftItem } from './draft.ts';
import styles from './lists.module.css';
import { hundredthsOf } from './percent.ts';
import { text } from './text.ts';

interface ToolsProps {
  items: readonly DraftItem[];
  known: Answer<'listPriceItems'>;
  onItems(items: readonly DraftItem[]): void;
  /** Resets to the base version. Null if there are no changes. */
  onReset: (() => void) | null;
}

type CsvProblem = Answer<'getPriceListCsv'>['problems'][number];

/** Tools for bulk changes: a percentage, another item, or a file. */
export function ItemTools({ items, known, onItems, onReset }: ToolsProps) {
  return (
    <div className="columns">
      <Section title={text('change')}>
        <ByPercent items={items} groups={known.groups} onItems={onItems} />
      </Section>
      <Section
        title={text('add')}
        actions={
          <Button
            size="xs"
            variant="default"
            disabled={onReset === null}
            onClick={() => onReset?.()}
          >
            {text('startAgain')}
          </Button>
        }
      >
        <AddItem items={items} known={known} onItems={onItems} />
        <FromFile onItems={onItems} />
      </Section>
    </div>
  );
}

function ByPercent({
  items,
  groups,
  onItems,
}: Pick<ToolsProps, 'items' | 'onItems'> & Pick<ToolsProps['known'], 'groups'>) {
  const availableGroups = groups.filter(({ group }) => items.some((item) => item.group === group));
  const [excludedGroups, setExcludedGroups] = useState<readonly string[]>([]);
  const [percent, setPercent] = useState('');
  const chosen = new Set(
    availableGroups.map(({ group }) => group).filter((group) => !excludedGroups.includes(group)),
  );
  const hundredths = hundredthsOf(percent);
  const apply = () => {
    if (hundredths === null) return;
    onItems(changeGroups(items, chosen, hundredths));
    toast(
      'success',
      text('applied', {
        count: items.filter(({ group }) => chosen.has(group)).length,
        percent: percent.trim(),
      }),
    );
    setPercent('');
  };
  return (
    <Stack gap={14}>
      <TextInput
        label={text('percent')}
        description={text('percentHint')}
        inputMode="decimal"
        dir="ltr"
        value={percent}
        error={
          percent.trim() !== '' && percent.trim() !== '-' && hundredths === null
            ? text('percentWrong')
            : null
        }
        onChange={(event) => setPercent(event.currentTarget.value)}
      />
      <Row as="fieldset" gap="10px 18px">
        <Text as="legend" mb={8} size="sm" weight={500}>
          {text('groups')}
        </Text>
        {availableGroups.map(({ group, title }) => (
          <Checkbox
            key={group}
            label={title}
            checked={chosen.has(group)}
            onChange={(event) =>
              setExcludedGroups(
                event.currentTarget.checked
                  ? excludedGroups.filter((candidate) => candidate !== group)
                  : [...excludedGroups, group],
              )
            }
          />
        ))}
      </Row>
      <div>
        <Button
          size="xs"
          variant="default"
          disabled={hundredths === null || chosen.size === 0}
          onClick={apply}
        >
          {text('apply')}
        </Button>
      </div>
    </Stack>
  );
}

function AddItem({ items, known, onItems }: Pick<ToolsProps, 'items' | 'known' | 'onItems'>) {
  const form = useForm({ code: '' }, ['csv']);
  const code = form.values.code.trim();
  const [problem, setProblem] = useState<string | null>(null);
  const addableItems = known.items.filter(
    (item) => !items.some((present) => present.code === item.code),
  );
  const add = async () => {
    form.clearProblems();
    setProblem(null);
    try {
      // The server knows the item's title, and provides it by parsing a file with one line.
      const { items: parsedItems, problems: found } = await call('getPriceListCsv', {
        body: { csv: `code,monthly\n${code},0` },
      });
      const [item] = parsedItems;
      if (!item) return setProblem(found[0]?.problem ?? null);
      if (!items.some((present) => present.code === item.code))
        onItems([...items, { ...item, monthly: null }]);
      form.set({ code: '' });
    } catch (error) {
      form.fail(error);
    }
  };
  return (
    <Row
      as="form"
      className={styles.pricelistGive}
      gap={12}
      align="end"
      mb={16}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      noValidate
    >
      <TextInput
        label={text('code')}
        description={text('codeHint')}
        dir="ltr"
        list="pricelist-codes"
        spellCheck={false}
        maxLength={120}
        {...form.input('code')}
        error={problem ?? form.problem ?? form.problemAt('code') ?? form.problemAt('csv')}
      />
      <datalist id="pricelist-codes">
        {addableItems.map((item) => (
          <option key={item.code} value={item.code}>
            {item.title}
          </option>
        ))}
      </datalist>
      <Button type="submit" variant="default" disabled={!/^[a-z]+\.[\w.-]+$/.test(code)}>
        {text('addIt')}
      </Button>
    </Row>
  );
}

/** A file is imported completely or not at all. Errors are reported by row and field. */
function FromFile({ onItems }: Pick<ToolsProps, 'onItems'>) {
  const [found, setFound] = useState<readonly CsvProblem[]>([]);
  const form = useForm({});
  const importFile = async (file: File) => {
    form.clearProblems();
    setFound([]);
    try {
      const answer = await call('getPriceListCsv', { body: { csv: await file.text() } });
      setFound(answer.problems);
      if (answer.problems.length > 0) return;
      onItems(answer.items);
      toast('success', text('imported', { count: answer.items.length }));
    } catch (error) {
      form.fail(error);
    }
  };
  return (
    <Stack gap={14}>
      <div>
        <Button
          component="label"
          variant="default"
          size="xs"
          leftSection={<Icon name="upload" size={15} />}
        >
          {text('import')}
          <input
            type="file"
            className="visually-hidden"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) void importFile(file);
            }}
          />
        </Button>
      </div>
      <FormProblem form={form} />
      {found.length > 0 && (
        <div className="notice notice-problem" role="alert">
          <Icon name="alert" />
          <div>
            <strong>{text('importProblems')}</strong>
            <Box as="ul" mt={6} ps={18}>
              {found.map(({ row, field, problem }) => (
                <li key={`${row} ${field}`}>
                  {text('row', { row })}, <bdi dir="ltr">{field}</bdi>: {problem}
                </li>
              ))}
            </Box>
          </div>
        </div>
      )}
    </Stack>
  );
}
