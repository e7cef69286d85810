import { type CSSProperties, useDeferredValue } from 'react';
import { addressOf } from '../../../../web/client.ts';
import { currentLanguage, locale } from '../../../../web/texts/texts.ts';
import {
  type Brand,
  brandOf,
  brandVariables,
  measureVariables,
} from '../../../../web/theme/brand.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { text } from '../text.ts';
import { isColour } from './colour.ts';
import type { LookValues } from './Look.tsx';
import { pictureAddress } from './Pictures.tsx';

interface PreviewProps {
  siteId: string;
  look: LookValues;
  published: LookValues;
  systemName: string;
}

/** The look on a screen and in a mail, light and dark side by side, and on paper. */
export function Previews({ siteId, look: typed, published, systemName }: PreviewProps) {
  const late = useDeferredValue(typed);
  // The previous color is kept while a new one is being entered.
  const look = {
    ...late,
    primaryColor: isColour(late.primaryColor) ? late.primaryColor : published.primaryColor,
    tagColor: isColour(late.tagColor) ? late.tagColor : published.tagColor,
  };
  const brand = brandOf(look);
  return (
    <Section title={text('previewTitle')}>
      <p className="look-kind">{text('previewScreen')}</p>
      <div className="look-pair">
        {(['light', 'dark'] as const).map((scheme) => (
          <ScreenMock key={scheme} {...{ scheme, siteId, look, brand, systemName }} />
        ))}
      </div>
      <p className="look-kind">{text('previewMail')}</p>
      <div className="look-pair">
        {(['light', 'dark'] as const).map((scheme) => (
          <iframe
            key={scheme}
            className="look-mail"
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
      <p className="look-kind">{text('previewDocument')}</p>
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
 * Not a picture of the portal but its own parts, small. Nothing in it can be used, so it is one
 * picture to a reader.
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
      className={`mock mock-${scheme}${isMini ? ' mock-mini' : ''}`}
      style={styleOf(look, brand, scheme)}
      role="img"
      aria-label={`${text('previewScreen')}: ${text(scheme === 'light' ? 'previewLight' : 'previewDark')}`}
    >
      <div className="mock-side">
        <div className="mock-brand">
          <MockBrand {...{ siteId, look, systemName }} />
        </div>
        {entries.map(([icon, key]) => (
          <span key={key} className={key === 'mockServers' ? 'mock-entry mock-here' : 'mock-entry'}>
            <Icon name={icon} size={14} />
            {!isMini && text(key)}
          </span>
        ))}
      </div>
      <div className="mock-main">
        <div className="mock-top">
          <span className="mock-search">{text('mockSearch')}</span>
          <span className="mock-avatar">D</span>
        </div>
        <div className="mock-head">
          <b>{text('mockServers')}</b>
          <span className="mock-button">{text('mockCreate')}</span>
        </div>
        <div className="mock-card">
          {(['web-01', 'db-01'] as const).map((name, index) => (
            <div key={name} className="mock-line">
              <span className="mock-link">{name}</span>
              <span className="mock-tag">{text('mockTag')}</span>
              <span className="mock-state">
                <i className={index === 0 ? 'mock-on' : 'mock-busy'} />
                {text(index === 0 ? 'mockOn' : 'mockBusy')}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Paper is white, whatever the screen is. */
function DocumentMock({ siteId, look, brand, systemName }: MockProps) {
  const money = new Intl.NumberFormat(locale(), { style: 'currency', currency: 'EUR' });
  return (
    <div
      className="mock-paper"
      style={styleOf(look, brand, 'light')}
      role="img"
      aria-label={text('previewDocument')}
    >
      <div className="mock-paper-head">
        <span className="mock-brand">
          <MockBrand {...{ siteId, look, systemName }} />
        </span>
        <span>
          <b>{text('mockInvoice')}</b> <bdi>2026-0117</bdi>
        </span>
      </div>
      <div className="mock-paper-line">
        <span>{text('mockItem')}</span>
        <bdi>{money.format(42)}</bdi>
      </div>
      <div className="mock-paper-total">
        <b>{text('mockTotal')}</b>
        <b>
          <bdi>{money.format(42)}</bdi>
        </b>
      </div>
    </div>
  );
}
