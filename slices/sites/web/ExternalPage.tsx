import { useParams } from '@tanstack/react-router';
import { code } from '../../../contract/codes.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Icon } from '../../../web/ui/Icon.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Lines } from '../../../web/ui/states.tsx';
import { text } from './text.ts';

/**
 * A page of the site's own, in a frame that reaches nothing of the portal. The site's HTML has an origin that is nobody's; a page of
 * another host keeps its own, so that it can know its visitors, and is on another host for certain (the portal refuses its own).
 */
export default function ExternalPage() {
  const { pageId = '' } = useParams({ strict: false }) as { pageId?: string };
  const page = useCall('getExternalPage', { params: { pageId } }, { topics: ['site'] });
  if (page.isError)
    return (
      <Section>
        {page.error.code === code.notFound || page.error.code === code.inputInvalid ? (
          <EmptyState icon="world" title={text('pageMissingTitle')} hint={text('pageMissingHint')} />
        ) : (
          <ErrorState error={page.error} onRetry={() => void page.refetch()} />
        )}
      </Section>
    );
  if (!page.data) return <Lines count={8} />;
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
        sandbox={isForeign ? 'allow-scripts allow-forms allow-popups allow-same-origin' : 'allow-scripts allow-popups'}
        referrerPolicy="no-referrer"
        allow=""
      />
    </>
  );
}
