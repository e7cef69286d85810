import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { directionOf, type Language } from '../../../../../contract/languages.ts';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { languageTitle } from '../../../../../web/texts/texts.ts';
import { ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { PlainButton } from '../../../../../web/ui/layout/Control.tsx';
import { Box, Grid, Row, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { LineList } from '../../../../../web/ui/layout/LineList.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { SafeHtml } from '../../../../../web/ui/SafeHtml.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import styles from '../sites.module.css';
import { text } from '../text.ts';

type Item = Answer<'getSiteContents'>['items'][number];
type Name = Item['name'];
const names: readonly Name[] = ['login', 'welcome', 'footer', 'terms'];

/** A site's custom texts in each of its languages, with a preview. */
export default function Contents({ siteId }: { siteId: string }) {
  const contents = useCall('getSiteContents', { params: { siteHost: siteId } });
  const [name, setName] = useState<Name>('login');
  const [selectedLanguage, setSelectedLanguage] = useState<Language | null>(null);
  if (contents.isError && !contents.data)
    return <ErrorState error={contents.error} onRetry={() => void contents.refetch()} />;
  if (!contents.data) return <Skeleton count={8} />;
  const language = selectedLanguage ?? contents.data.languages[0] ?? 'en';
  const item = contents.data.items.find(
    (candidate) => candidate.name === name && candidate.language === language,
  );
  return (
    <div className={styles.contentParts}>
      <nav className={styles.contentNames} aria-label={text('contentName')}>
        {names.map((candidate) => (
          <PlainButton
            key={candidate}
            aria-current={candidate === name}
            onClick={() => setName(candidate)}
          >
            {text(candidate)}
            <small>{text(`${candidate}Hint`)}</small>
          </PlainButton>
        ))}
      </nav>
      {item && (
        <Edit
          key={`${name} ${language} ${item.version}`}
          siteId={siteId}
          item={item}
          languages={contents.data.languages}
          onLanguage={setSelectedLanguage}
        />
      )}
    </div>
  );
}

interface EditProps {
  siteId: string;
  item: Item;
  languages: readonly Language[];
  onLanguage(language: Language): void;
}

function Edit({ siteId, item, languages, onLanguage }: EditProps) {
  const form = useForm({ body: item.body });
  const { body } = form.values;
  const direction = directionOf(item.language);
  const publish = () =>
    form.save(text('published', { version: item.version + 1 }), () =>
      call('updateSiteContent', {
        params: { siteHost: siteId, name: item.name, language: item.language },
        body: { body },
      }),
    );
  return (
    <Section
      title={text(item.name)}
      actions={
        <NativeSelect
          size="xs"
          aria-label={text('language')}
          value={item.language}
          data={languages.map((value) => ({ value, label: languageTitle(value) }))}
          onChange={(event) => onLanguage(event.currentTarget.value as Language)}
        />
      }
    >
      <Text mb={14} maxWidth="72ch" tone="soft">
        {text('contentsHint')}
      </Text>
      <Grid className={styles.contentEdit} min={320} gap={18} align="start">
        <Textarea
          label={text('words')}
          rows={11}
          dir={direction}
          {...form.input('body')}
          error={form.problemAt('body') ?? form.problem}
        />
        <div>
          <Text mb={4} size="sm" weight={500}>
            {text('preview')}
          </Text>
          <Box
            className={styles.contentPreview}
            data-part="content-preview"
            minHeight={236}
            p="14px 16px"
            isRounded
            dir={direction}
            lang={item.language}
          >
            {body.trim() === '' ? (
              <span className="soft">{text('previewEmpty')}</span>
            ) : (
              <SafeHtml html={body} />
            )}
          </Box>
        </div>
      </Grid>
      <Row className={styles.siteSave} align="center" gap={12}>
        <Button
          loading={form.isBusy}
          disabled={body.trim() === item.body}
          onClick={() => void publish()}
        >
          {text('publishText')}
        </Button>
        <span className="soft">
          {item.version === 0 ? (
            text('notWritten')
          ) : (
            <>
              {text('versionN', { version: item.version })} ·{' '}
              {item.changedAt && <RelativeTime at={item.changedAt} />}{' '}
              {item.changedBy && text('by', { email: item.changedBy })}
            </>
          )}
        </span>
      </Row>
      {item.version > 1 && (
        <Versions siteId={siteId} item={item} onTake={(older) => form.set({ body: older })} />
      )}
    </Section>
  );
}

function Versions({
  siteId,
  item,
  onTake,
}: {
  siteId: string;
  item: Item;
  onTake(body: string): void;
}) {
  const [isOpen, setOpen] = useState(false);
  const versions = useCall(
    'getSiteContentVersions',
    { params: { siteHost: siteId, name: item.name, language: item.language } },
    { isEnabled: isOpen },
  );
  return (
    <Box
      as="details"
      className={styles.contentVersions}
      mt={14}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{text('versions')}</summary>
      <LineList>
        {(versions.data?.items ?? []).map((version) => (
          <li key={version.version}>
            <span>
              {text('versionN', { version: version.version })}{' '}
              <span className="soft">
                <RelativeTime at={version.changedAt} />{' '}
                {version.changedBy && text('by', { email: version.changedBy })}
              </span>
            </span>
            {version.version !== item.version && (
              <Button size="xs" variant="default" onClick={() => onTake(version.body)}>
                {text('takeUp')}
              </Button>
            )}
          </li>
        ))}
      </LineList>
    </Box>
  );
}
