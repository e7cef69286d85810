import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { addressOf, call } from '../../../../../web/client.ts';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Grid, Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatBytes } from '../../../../../web/ui/values/values.tsx';
import sitesStyles from '../sites.module.css';
import { text } from '../text.ts';
import type { SectionProps } from './Branding.tsx';
import styles from './branding.module.css';

const maxBytes = 256 * 1024;

export const pictureAddress = (siteId: string, pictureId: string): string =>
  addressOf('sitePicture', { params: { siteHost: siteId, pictureId } });

export function Pictures({ siteId, look, onChange }: SectionProps & { siteId: string }) {
  return (
    <Section title={text('pictures')}>
      <Grid min={240} gap={16} align="start">
        <PictureField
          {...{
            siteId,
            name: text('logo'),
            hint: text('logoHint'),
            none: text('noPicture'),
            picture: look.logo,
          }}
          onChange={(logo) => onChange({ logo })}
        />
        <PictureField
          {...{
            siteId,
            name: text('favicon'),
            hint: text('faviconHint'),
            none: text('noFavicon'),
            picture: look.favicon,
          }}
          onChange={(favicon) => onChange({ favicon })}
        />
      </Grid>
    </Section>
  );
}

interface PictureFieldProps {
  siteId: string;
  name: string;
  hint: string;
  none: string;
  picture: string | null;
  onChange(picture: string | null): void;
}

function PictureField({ siteId, name, hint, none, picture, onChange }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const readFile = async (file: File | undefined) => {
    setProblem(null);
    if (!file) return;
    if (file.size > maxBytes) return setProblem(text('tooLarge', { size: formatBytes(file.size) }));
    setBusy(true);
    try {
      const content = await base64Of(file);
      onChange(
        (await call('uploadSitePicture', { params: { siteHost: siteId }, body: { content } })).id,
      );
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
      if (input.current) input.current.value = '';
    }
  };
  return (
    <div className="look-picture">
      <Text mb={4} size="sm" weight={500}>
        {name}
      </Text>
      <Stack className={styles.lookPictureBox} p={10} isFramed isRounded>
        {picture ? (
          <img src={pictureAddress(siteId, picture)} alt={name} />
        ) : (
          <span className="soft">{none}</span>
        )}
      </Stack>
      <Text minHeight="1.5em" lineHeight={1.5} mt={6} size="xs" tone="soft">
        {hint}
      </Text>
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <Row className={sitesStyles.siteSave} align="center" gap={12}>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/png,image/jpeg,image/svg+xml"
          onChange={(event) => void readFile(event.currentTarget.files?.[0])}
        />
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          leftSection={<Icon name="upload" size={15} />}
          aria-label={text('chooseNamed', { name })}
          onClick={() => input.current?.click()}
        >
          {text('choose')}
        </Button>
        {picture && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={text('removeNamed', { name })}
            onClick={() => onChange(null)}
          >
            {text('remove')}
          </Button>
        )}
      </Row>
    </div>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
