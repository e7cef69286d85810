import { useParams } from '@tanstack/react-router';
import { code } from '../../../web/codes.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Icon } from '../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { text } from './text.ts';

/**
 * A site's own page in a frame without access to the portal. The site's HTML has an opaque origin.
 * A page of another host keeps its own origin, so that it can recognize its visitors, and is
 * certain to be on another host (the portal rejects its own hostnames).
 */
export default function ExternalPage() {
  const { pageId = '' } = useParams({ strict: false }) as { pageId?: string };
  const page = useCall('getExternalPage', { params: { pageId } }, { topics: ['site'] });
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
        className="external-page"
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
