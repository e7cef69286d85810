import { type CSSProperties, useDeferredValue } from 'react';
import { addressOf } from '../../../../../web/client.ts';
import { currentLanguage, locale } from '../../../../../web/texts/texts.ts';
import {
  type Brand,
  brandOf,
  brandVariables,
  measureVariables,
} from '../../../../../web/theme/brand.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Box, Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import type { LookValues } from './Branding.tsx';
import styles from './branding.module.css';
import { isHexColor } from './isHexColor.ts';
import { pictureAddress } from './Pictures.tsx';

interface PreviewProps {
  siteId: string;
  look: LookValues;
  published: LookValues;
  systemName: string;
}

/**
 * Previews of the look on a screen and in an email, in light and dark side by side, and on paper.
 */
export function Previews({ siteId, look: draftLook, published, systemName }: PreviewProps) {
  const deferred = useDeferredValue(draftLook);
  // The previous color is kept while a new one is being entered.
  const look = {
    ...deferred,
    primaryColor: isHexColor(deferred.primaryColor)
      ? deferred.primaryColor
      : published.primaryColor,
    tagColor: isHexColor(deferred.tagColor) ? deferred.tagColor : published.tagColor,
  };
  const brand = brandOf(look);
  return (
    <Section title={text('previewTitle')}>
      <Text mb={6} size="xs" weight={600} tone="soft">
        {text('previewScreen')}
      </Text>
      <div className={styles.lookPair}>
        {(['light', 'dark'] as const).map((scheme) => (
          <ScreenMock key={scheme} {...{ scheme, siteId, look, brand, systemName }} />
        ))}
      </div>
      <Text mb={6} size="xs" weight={600} tone="soft">
        {text('previewMail')}
      </Text>
      <div className={styles.lookPair}>
        {(['light', 'dark'] as const).map((scheme) => (
          <iframe
            key={scheme}
            className={styles.lookMail}
            title={`${text('previewMail')}: ${text(scheme === 'light' ? 'previewLight' : 'previewDark')}`}
            sandbox=""
            src={addressOf('previewSiteMail', {
              params: { siteHost: siteId },
              query: {
                primaryColor: look.primaryColor,
                borderRadius: look.borderRadius,
                logo: look.logo,
                scheme,
                language: currentLanguage(),
              },
            })}
          />
        ))}
      </div>
      <Text mb={6} size="xs" weight={600} tone="soft">
        {text('previewDocument')}
      </Text>
      <DocumentMock {...{ siteId, look, brand, systemName }} />
    </Section>
  );
}

interface MockProps {
  siteId: string;
  look: LookValues;
  brand: Brand;
  systemName: string;
}

const styleOf = (look: LookValues, brand: Brand, scheme: 'light' | 'dark'): CSSProperties =>
  ({ ...brandVariables(brand, scheme), ...measureVariables(look) }) as CSSProperties;

function MockBrand({ siteId, look, systemName }: Omit<MockProps, 'brand'>) {
  if (look.logo) return <img src={pictureAddress(siteId, look.logo)} alt={systemName} />;
  return (
    <>
      <Icon name="cloud" size={16} />
      <b>{systemName}</b>
    </>
  );
}

/**
 * A small mock screen made of the portal's own components. It isn't interactive, so screen readers
 * see it as one image.
 */
function ScreenMock({
  scheme,
  siteId,
  look,
  brand,
  systemName,
}: MockProps & { scheme: 'light' | 'dark' }) {
  const isMini = look.viewMode === 'Mini';
  const entries = [
    ['layout-dashboard', 'mockDashboard'],
    ['server', 'mockServers'],
    ['receipt', 'mockBilling'],
  ] as const;
  return (
    <div
      className={styles.mock}
      data-scheme={scheme}
      data-mini={isMini || undefined}
      style={styleOf(look, brand, scheme)}
      role="img"
      aria-label={`${text('previewScreen')}: ${text(scheme === 'light' ? 'previewLight' : 'previewDark')}`}
    >
      <Stack className={styles.mockSide} gap={2} alignContent="start" p={6}>
        <Row className={styles.mockBrand} isNowrap align="center" gap={5} wrap="never" tone="brand">
          <MockBrand {...{ siteId, look, systemName }} />
        </Row>
        {entries.map(([icon, key]) => (
          <Row
            key={key}
            as="span"
            className={styles.mockEntry}
            isNowrap
            align="center"
            gap={6}
            p="4px 5px"
            wrap="never"
            isRounded
            data-here={key === 'mockServers' || undefined}
          >
            <Icon name={icon} size={14} />
            {!isMini && text(key)}
          </Row>
        ))}
      </Stack>
      <Box>
        <Row
          className={styles.mockTop}
          isNowrap
          align="center"
          justify="space-between"
          gap={8}
          p="6px 8px"
        >
          <Text
            as="span"
            className={styles.mockSearch}
            flex={1}
            maxWidth={120}
            p="2px 6px"
            isRounded
          >
            {text('mockSearch')}
          </Text>
          <Stack as="span" className={styles.mockAvatar} weight={600} tone="brand">
            D
          </Stack>
        </Row>
        <Row align="center" justify="space-between" gap={6} p="9px 8px">
          <Text as="b" size="1.2em">
            {text('mockServers')}
          </Text>
          <Text
            as="span"
            className={styles.mockButton}
            data-part="mock-button"
            p="4px 9px"
            weight={600}
            isRounded
          >
            {text('mockCreate')}
          </Text>
        </Row>
        <div className={styles.mockCard}>
          {(['web-01', 'db-01'] as const).map((name, index) => (
            <Row key={name} className={styles.mockLine} align="center" gap="4px 8px" p="6px 8px">
              <Text as="span" tone="brand">
                {name}
              </Text>
              <span className={styles.mockTag}>{text('mockTag')}</span>
              <Row
                as="span"
                className={styles.mockState}
                isInline
                isNowrap
                align="center"
                gap={4}
                ms="auto"
              >
                <i data-busy={index > 0 || undefined} />
                {text(index === 0 ? 'mockOn' : 'mockBusy')}
              </Row>
            </Row>
          ))}
        </div>
      </Box>
    </div>
  );
}

/** Paper is white even in dark mode. */
function DocumentMock({ siteId, look, brand, systemName }: MockProps) {
  const money = new Intl.NumberFormat(locale(), { style: 'currency', currency: 'EUR' });
  return (
    <Stack
      className={styles.mockPaper}
      gap={8}
      maxWidth={460}
      p="18px 20px"
      size="0.75rem"
      style={styleOf(look, brand, 'light')}
      role="img"
      aria-label={text('previewDocument')}
    >
      <Row isNowrap justify="space-between" gap={12}>
        <Row
          as="span"
          className={styles.mockBrand}
          isNowrap
          align="center"
          gap={5}
          wrap="never"
          tone="brand"
        >
          <MockBrand {...{ siteId, look, systemName }} />
        </Row>
        <span>
          <b>{text('mockInvoice')}</b> <bdi>2026-0117</bdi>
        </span>
      </Row>
      <Row className={styles.mockPaperLine} isNowrap justify="space-between" gap={12} p="8px 0">
        <span>{text('mockItem')}</span>
        <bdi>{money.format(42)}</bdi>
      </Row>
      <Row isNowrap justify="space-between" gap={12}>
        <b>{text('mockTotal')}</b>
        <b>
          <bdi>{money.format(42)}</bdi>
        </b>
      </Row>
    </Stack>
  );
}
