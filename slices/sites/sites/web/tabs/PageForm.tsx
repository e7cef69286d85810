import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { IconName } from '../../../../../contract/icons.ts';
import { directionOf } from '../../../../../contract/languages.ts';
import { call } from '../../../../../web/client.ts';
import { languageTitle } from '../../../../../web/texts/texts.ts';
import { Dialog } from '../../../../../web/ui/dialog/Dialog.tsx';
import { useSave } from '../../../../../web/ui/form/useSave.ts';
import { Grid } from '../../../../../web/ui/layout/Layout.tsx';
import { offeredLanguages } from '../fields.tsx';
import { text } from '../text.ts';
import type { Page } from './Pages.tsx';

const sections = {
  support: 'sectionSupport',
  fixed: 'sectionFixed',
  cloud: 'sectionCloud',
  marketplace: 'sectionMarketplace',
  billing: 'sectionBilling',
} as const;
const icons: IconName[] = [
  'world',
  'info',
  'activity',
  'file-text',
  'users',
  'receipt',
  'box',
  'cloud',
];

const empty: Omit<Page, 'id'> = {
  title: {},
  section: 'support',
  icon: 'world',
  kind: 'url',
  url: '',
  html: '',
  isEnabled: true,
};

export function PageForm({
  siteId,
  page,
  onClose,
}: {
  siteId: string;
  page: Page | null;
  onClose(): void;
}) {
  const { id: _id, ...initialForm } = page ?? { id: '', ...empty };
  const [form, setForm] = useState<Omit<Page, 'id'>>(initialForm);
  const saving = useSave(['title', 'url', 'html']);
  const change = (next: Partial<Omit<Page, 'id'>>) => setForm((before) => ({ ...before, ...next }));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const title = Object.fromEntries(
      Object.entries(form.title).filter(([, title]) => title.trim() !== ''),
    );
    const body = { ...form, title };
    const isSaved = await saving.save(text('pageSaved'), () =>
      page
        ? call('updateSitePage', { params: { siteHost: siteId, pageId: page.id }, body })
        : call('createSitePage', { params: { siteHost: siteId }, body }),
    );
    if (isSaved) onClose();
  };
  return (
    <Dialog size="lg" onClose={onClose} title={text(page ? 'editPage' : 'addPage')}>
      <form className="dialog" onSubmit={(event) => void save(event)} noValidate>
        <Grid min={240} gap={16} align="start">
          {offeredLanguages.map((language, index) => (
            <TextInput
              key={language}
              label={text('pageTitleIn', { language: languageTitle(language) })}
              dir={directionOf(language)}
              maxLength={60}
              error={index === 0 ? saving.problemAt('title') : undefined}
              value={form.title[language] ?? ''}
              onChange={(event) =>
                change({ title: { ...form.title, [language]: event.currentTarget.value } })
              }
            />
          ))}
        </Grid>
        <Grid min={240} gap={16} align="start">
          <NativeSelect
            label={text('section')}
            value={form.section}
            data={Object.entries(sections).map(([value, key]) => ({ value, label: text(key) }))}
            onChange={(event) => change({ section: event.currentTarget.value as Page['section'] })}
          />
          <NativeSelect
            label={text('icon')}
            value={form.icon}
            data={icons}
            onChange={(event) => change({ icon: event.currentTarget.value })}
          />
          <NativeSelect
            label={text('kind')}
            value={form.kind}
            data={[
              { value: 'url', label: text('kindUrl') },
              { value: 'html', label: text('kindHtml') },
            ]}
            onChange={(event) => change({ kind: event.currentTarget.value as Page['kind'] })}
          />
        </Grid>
        {form.kind === 'url' ? (
          <TextInput
            label={text('url')}
            description={text('urlHint')}
            error={saving.problemAt('url')}
            dir="ltr"
            type="url"
            placeholder="https://"
            value={form.url}
            onChange={(event) => change({ url: event.currentTarget.value })}
          />
        ) : (
          <Textarea
            label={text('html')}
            description={text('htmlHint')}
            error={saving.problemAt('html')}
            rows={12}
            dir="ltr"
            spellCheck={false}
            value={form.html}
            onChange={(event) => change({ html: event.currentTarget.value })}
          />
        )}
        <Checkbox
          label={text('pageShown')}
          checked={form.isEnabled}
          onChange={(event) => change({ isEnabled: event.currentTarget.checked })}
        />
        {saving.general && (
          <p className="form-problem" role="alert">
            {saving.general}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={saving.isBusy}>
            {text('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
