import type { ReactNode } from 'react';
import { code } from '../../../../web/codes.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useScreenParams } from '../../../../web/navigation.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import styles from './sites.module.css';
import { text } from './text.ts';

/**
 * A site's own page in a frame without access to the portal. The site's HTML has an opaque origin.
 * A page on another host keeps its own origin, so that it can recognize its visitors. It's never on
 * one of the portal's hostnames, because these are rejected.
 */
export default function ExternalPage(): ReactNode {
  const { pageId = '' } = useScreenParams('/externalPages/$pageId');
  const page = useCall('getExternalPage', { params: { pageId } });
  if (page.isError)
    return (
      <Section>
        {page.error.code === code.notFound || page.error.code === code.inputInvalid ? (
          <EmptyState
            icon="world"
            title={text('pageMissingTitle')}
            hint={text('pageMissingHint')}
          />
        ) : (
          <ErrorState error={page.error} onRetry={() => void page.refetch()} />
        )}
      </Section>
    );
  if (!page.data) return <Skeleton count={8} />;
  const { title, kind, address } = page.data;
  const isForeign = kind === 'url';
  return (
    <>
      <PageHeader
        title={<bdi>{title}</bdi>}
        actions={
          isForeign && (
            <a className="link" href={address} target="_blank" rel="noopener noreferrer">
              <Icon name="external-link" size={15} /> {text('openOutside')}
            </a>
          )
        }
      />
      <iframe
        className={styles.externalPage}
        data-part="external-page"
        title={title}
        src={address}
        sandbox={
          isForeign
            ? 'allow-scripts allow-forms allow-popups allow-same-origin'
            : 'allow-scripts allow-popups'
        }
        referrerPolicy="no-referrer"
        allow=""
      />
    </>
  );
}
