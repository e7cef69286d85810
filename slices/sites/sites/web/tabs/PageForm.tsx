import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { IconName } from '../../../../../contract/icons.ts';
import { directionOf } from '../../../../../contract/languages.ts';
import { call } from '../../../../../web/client.ts';
import { languageTitle } from '../../../../../web/texts/texts.ts';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
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
  const { id: _id, ...initialValues } = page ?? { id: '', ...empty };
  const form = useForm<Omit<Page, 'id'>>(initialValues);
  const { title: titles, kind } = form.values;
  const save = () => {
    const title = Object.fromEntries(
      Object.entries(titles).filter(([, title]) => title.trim() !== ''),
    );
    const body = { ...form.values, title };
    return form.save(text('pageSaved'), () =>
      page
        ? call('updateSitePage', { params: { siteHost: siteId, pageId: page.id }, body })
        : call('createSitePage', { params: { siteHost: siteId }, body }),
    );
  };
  return (
    <FormDialog
      size={620}
      title={text(page ? 'editPage' : 'addPage')}
      form={form}
      submitLabel={text('save')}
      onSubmit={save}
      onClose={onClose}
    >
      <Grid min={240} gap={16} align="start">
        {offeredLanguages.map((language, index) => (
          <TextInput
            key={language}
            label={text('pageTitleIn', { language: languageTitle(language) })}
            dir={directionOf(language)}
            maxLength={60}
            error={index === 0 ? form.problemAt('title') : undefined}
            value={titles[language] ?? ''}
            onChange={(event) =>
              form.set({ title: { ...titles, [language]: event.currentTarget.value } })
            }
          />
        ))}
      </Grid>
      <Grid min={240} gap={16} align="start">
        <NativeSelect
          label={text('section')}
          data={Object.entries(sections).map(([value, key]) => ({ value, label: text(key) }))}
          {...form.input('section')}
        />
        <NativeSelect label={text('icon')} data={icons} {...form.input('icon')} />
        <NativeSelect
          label={text('kind')}
          data={[
            { value: 'url', label: text('kindUrl') },
            { value: 'html', label: text('kindHtml') },
          ]}
          {...form.input('kind')}
        />
      </Grid>
      {kind === 'url' ? (
        <TextInput
          label={text('url')}
          description={text('urlHint')}
          dir="ltr"
          type="url"
          placeholder="https://"
          {...form.input('url')}
        />
      ) : (
        <Textarea
          label={text('html')}
          description={text('htmlHint')}
          rows={12}
          dir="ltr"
          spellCheck={false}
          {...form.input('html')}
        />
      )}
      <Checkbox label={text('pageShown')} {...form.checkbox('isEnabled')} />
    </FormDialog>
  );
}
