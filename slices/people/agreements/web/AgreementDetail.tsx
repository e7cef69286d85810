import type { ReactNode } from 'react';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { type UrlTab, UrlTabs } from '../../../../web/ui/page/UrlTabs.tsx';
import { AgreementState } from './AgreementList.tsx';
import { AgreementText } from './AgreementText.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { MissingSignatures, Signatures } from './Signatures.tsx';
import { text } from './text.ts';

const tabs = ['text', 'settings', 'signatures', 'missing'] as const;
const titles = {
  text: 'tabText',
  settings: 'tabSettings',
  signatures: 'tabSignatures',
  missing: 'tabMissing',
} as const;

export default function AgreementDetail(): ReactNode {
  const {
    siteId = '',
    agreementId = '',
    tab,
  } = useScreenParams('/agreements/$siteId/$agreementId/{-$tab}');
  const address = { siteId, agreementId };
  const agreement = useCall('getAgreement', { params: address });
  const backLink = <BackLink to="/agreements" title={text('toAgreements')} />;
  if (agreement.isError && !agreement.data) {
    const missing = { title: text('notFoundTitle'), hint: text('notFoundHint') };
    return (
      <NotLoaded
        query={agreement}
        title={text('title')}
        back={backLink}
        icon="signature"
        missing={missing}
      />
    );
  }
  if (!agreement.data) return <Skeleton count={8} />;
  const current = tabs.find((candidate) => candidate === tab?.toLowerCase()) ?? 'text';
  const path = `/agreements/${siteId}/${agreementId}` as const;
  const { mustSign, signed, version } = agreement.data;
  const hints = {
    text: null,
    settings: null,
    signatures: null,
    missing: version === null ? null : mustSign - signed,
  };
  return (
    <>
      <PageHeader
        back={backLink}
        title={<bdi>{agreement.data.title}</bdi>}
        detail={
          <>
            <AgreementState agreement={agreement.data} />
            <bdi>{agreement.data.siteName}</bdi>
            {version !== null && <span>{text('versionN', { version })}</span>}
            {version !== null && (
              <span>
                {text('signed')}: {text('signedOf', { signed, total: mustSign })}
              </span>
            )}
          </>
        }
      />
      <UrlTabs
        label={text('tabs')}
        current={current}
        tabs={tabs.map(
          (id): UrlTab => ({
            id,
            title: text(titles[id]),
            to: id === 'text' ? path : `${path}/${id}`,
            hint: hints[id] === null ? null : <span className="soft">{hints[id]}</span>,
          }),
        )}
      />
      {current === 'text' && <AgreementText address={address} agreement={agreement.data} />}
      {current === 'settings' && (
        <SettingsForm
          key={JSON.stringify(agreement.data)}
          address={address}
          agreement={agreement.data}
        />
      )}
      {current === 'signatures' && <Signatures address={address} />}
      {current === 'missing' && (
        <MissingSignatures address={address} canRemind={version !== null && mustSign > signed} />
      )}
    </>
  );
}
