import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './settings.module.css';
import '@mantine/core/styles/Switch.css';
import { type FormEvent, useId, useState } from 'react';
import { type Answer, CallError, type Calls, call } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Code } from '../../../../web/ui/values/values.tsx';
import { draftOf, type Kind, kindOf, linesOf, parseDraft } from './draft.ts';
import { text } from './text.ts';

type Setting = Answer<'listSettings'>['items'][number];
type SentValue = Calls['updateSetting']['in']['body']['value'];

/** A setting: its purpose, value, and source. An error is shown at the field. */
export function SettingRow({ setting }: { setting: Setting }) {
  const kind = kindOf(setting.fallback);
  const [draft, setDraft] = useState(() => draftOf(kind, setting.value));
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = useRun();
  const fallback = draftOf(kind, setting.fallback);
  const isChanged = draft !== draftOf(kind, setting.value);

  const change = (next: string) => {
    setDraft(next);
    setProblem(null);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const parsed = parseDraft(kind, draft);
    if (!parsed.isRight) return setProblem(text(parsed.problem, { given: draft }));
    setBusy(true);
    try {
      await call('updateSetting', {
        params: { settingId: setting.id },
        body: { value: parsed.value as SentValue },
      });
      await run(text('saved', { title: setting.title }), async () => undefined);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form className={styles.setting} onSubmit={(event) => void save(event)} noValidate>
      <Stack flex="1 1 320px" gap={8} maxWidth={720}>
        <SettingField
          kind={kind}
          title={setting.title}
          draft={draft}
          problem={problem}
          isDisabled={!setting.canChange}
          onChange={change}
        />
        <Row gap="4px 14px" size="xs" tone="soft" wrap="anywhere">
          <Code>{setting.id}</Code>
          <Badge tone={setting.isOwn ? 'good' : 'neutral'}>
            {text(setting.isOwn ? 'own' : 'inherited')}
          </Badge>
          <span>{text('fallback', { value: displayValue(kind, fallback) })}</span>
          <span>{text('changedBy', { who: setting.changedBy })}</span>
        </Row>
      </Stack>
      <div className="page-actions">
        {setting.canChange && draft !== fallback && (
          <Button
            variant="subtle"
            size="xs"
            aria-label={text('useFallbackNamed', { title: setting.title })}
            onClick={() => change(fallback)}
          >
            {text('useFallback')}
          </Button>
        )}
        {setting.canChange && (
          <Button
            type="submit"
            size="xs"
            loading={isBusy}
            disabled={!isChanged}
            aria-label={text('saveNamed', { title: setting.title })}
          >
            {text('save')}
          </Button>
        )}
      </div>
    </form>
  );
}

function displayValue(kind: Kind, draft: string): string {
  if (kind === 'switch') return text(draft === 'true' ? 'on' : 'off');
  return draft === '' ? text('emptyValue') : linesOf(draft).join(', ');
}

interface FieldProps {
  kind: Kind;
  title: string;
  draft: string;
  problem: string | null;
  isDisabled: boolean;
  onChange(draft: string): void;
}

function SettingField({ kind, title, draft, problem, isDisabled, onChange }: FieldProps) {
  const id = useId();
  const commonProps = { id, label: title, error: problem, disabled: isDisabled };
  if (kind === 'switch')
    return (
      <Switch
        {...commonProps}
        checked={draft === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  if (kind === 'json' || kind === 'lines')
    return (
      <Textarea
        {...commonProps}
        {...(kind === 'lines'
          ? { description: text('onePerLine'), rows: Math.max(2, draft.split('\n').length) }
          : { rows: 4 })}
        dir="ltr"
        spellCheck={false}
        value={draft}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <TextInput
      {...commonProps}
      value={draft}
      {...(kind === 'number' ? { inputMode: 'decimal' as const, dir: 'ltr' } : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
