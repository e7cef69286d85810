import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { currentLanguage } from '../../../../web/texts/texts.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code, formatGb, formatMb } from '../../../../web/ui/values/values.tsx';
import type { PackageData } from './PackageDetail.tsx';
import styles from './packages.module.css';
import { text } from './text.ts';

type Manifest = Answer<'getPackageVersion'>['manifest'];
type Parameter = Manifest['parameters'][number];

const scriptOrder = ['install', 'check', 'upgrade', 'remove'] as const;

const localizedText = (texts: Parameter['title']) => texts[currentLanguage()] ?? texts.en;

/** The parameters, requirements and scripts of a version. */
export default function PackageConfig({ data }: { data: PackageData }) {
  const [selectedVersion, setSelectedVersion] = useState<string | null>(null);
  const version = selectedVersion ?? data.version ?? data.versions[0]?.version ?? '';
  const found = useCall(
    'getPackageVersion',
    { params: { packageId: data.id, version } },
    { keepsPrevious: true },
  );
  if (found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton count={6} />;
  const { manifest, scripts } = found.data;
  const { cores, ramMb, diskGb } = manifest.minimum;
  return (
    <div className={styles.package}>
      <Section
        title={text('config')}
        actions={
          <NativeSelect
            size="xs"
            aria-label={text('version')}
            value={version}
            data={data.versions.map((one) => one.version)}
            onChange={(event) => setSelectedVersion(event.currentTarget.value)}
          />
        }
      >
        <KeyValue
          rows={[
            [
              text('needs'),
              text('needsText', { count: cores, ram: formatMb(ramMb), disk: formatGb(diskGb) }),
            ],
            [text('images'), manifest.images.join(', ')],
            [text('limit'), text('minutes', { count: manifest.timeoutMinutes })],
            [
              text('ports'),
              manifest.ports
                .map(({ port, protocol, title }) => `${port}/${protocol} (${localizedText(title)})`)
                .join(', '),
            ],
            [
              text('links'),
              manifest.links.length > 0 ? <LinkList key="links" links={manifest.links} /> : '',
            ],
          ]}
        />
      </Section>
      <Section title={text('parameters')}>
        {manifest.parameters.length === 0 && <Text tone="soft">{text('noParameters')}</Text>}
        <Stack as="ul" className={styles.packageLines} gap={12}>
          {manifest.parameters.map((parameter) => (
            <Row
              as="li"
              align="center"
              justify="space-between"
              gap="4px 16px"
              childFlex="0 1 auto"
              wrap="anywhere"
              key={parameter.name}
            >
              <span>
                <strong>{localizedText(parameter.title)}</strong>{' '}
                <Code>{`APP_${parameter.name.toUpperCase()}`}</Code>
                {parameter.hint && <small>{localizedText(parameter.hint)}</small>}
              </span>
              <bdi className="soft">{rulesOf(parameter)}</bdi>
            </Row>
          ))}
        </Stack>
      </Section>
      {scriptOrder
        .filter((name) => scripts[name])
        .map((name) => (
          <Section key={name} title={text(`script.${name}`)}>
            {/* The scrollable area must be reachable with the keyboard */}
            <Text
              as="pre"
              maxHeight={460}
              scroll="both"
              isMono
              size="0.8125rem"
              dir="ltr"
              tabIndex={0}
            >
              {scripts[name]}
            </Text>
          </Section>
        ))}
    </div>
  );
}

function LinkList({ links }: Pick<Manifest, 'links'>) {
  return (
    <>
      {links.map(({ title, url }) => (
        <Text key={url} as="span" isBlock>
          {localizedText(title)} <Code>{url}</Code>
        </Text>
      ))}
    </>
  );
}

function rulesOf({
  type,
  required,
  generate,
  minLength,
  maxLength,
  min,
  max,
  pattern,
  options,
}: Parameter): string {
  const range = (from: number | undefined, to: number | undefined) =>
    from === undefined && to === undefined ? [] : [`${from ?? ''}–${to ?? ''}`];
  return [
    type,
    ...(required ? [text('required')] : []),
    ...(type === 'password' ? [text('secret')] : []),
    ...(generate ? [text('generated')] : []),
    ...range(minLength, maxLength),
    ...range(min, max),
    ...(pattern ? [pattern] : []),
    ...(options ? [options.map(({ value }) => value).join(' | ')] : []),
  ].join(' · ');
}
