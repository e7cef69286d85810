import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { currentLanguage } from '../../../../../web/texts/texts.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Row } from '../../../../../web/ui/layout/Layout.tsx';
import { LineList } from '../../../../../web/ui/layout/LineList.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { text } from '../text.ts';
import { PageForm } from './PageForm.tsx';

export type Page = Answer<'listSitePages'>['items'][number];

const titleOf = (page: Page): string =>
  page.title[currentLanguage()] ?? Object.values(page.title)[0] ?? '';

export default function Pages({ siteId }: { siteId: string }) {
  const pages = useCall('listSitePages', { params: { siteHost: siteId } });
  const [edited, setEdited] = useState<Page | 'new' | null>(null);
  const [removed, setRemoved] = useState<Page | null>(null);
  const run = useRun();
  const addButton = (
    <Button size="xs" leftSection={<Icon name="plus" size={15} />} onClick={() => setEdited('new')}>
      {text('addPage')}
    </Button>
  );
  return (
    <Section
      title={text('pagesTitle')}
      actions={pages.data && pages.data.items.length > 0 && addButton}
      isFlush
    >
      {pages.isError && !pages.data ? (
        <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
      ) : !pages.data ? (
        <Skeleton count={4} />
      ) : pages.data.items.length === 0 ? (
        <EmptyState
          icon="world"
          title={text('pagesEmptyTitle')}
          hint={text('pagesEmptyHint')}
          action={addButton}
        />
      ) : (
        <LineList>
          {pages.data.items.map((page) => (
            <li key={page.id}>
              <span>
                <bdi>{titleOf(page)}</bdi>
                <br />
                <span className="soft">
                  {page.kind === 'url' ? <Code>{page.url}</Code> : text('kindHtml')}
                </span>
              </span>
              <Badge tone={page.isEnabled ? 'good' : 'neutral'}>
                {text(page.isEnabled ? 'pageShown' : 'pageHidden')}
              </Badge>
              <Row as="span" gap={6} ms="auto">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={text('editNamed', { name: titleOf(page) })}
                  onClick={() => setEdited(page)}
                >
                  {text('edit')}
                </Button>
                <Button
                  size="xs"
                  variant="subtle"
                  color="gray"
                  aria-label={text('deletePageNamed', { name: titleOf(page) })}
                  onClick={() => setRemoved(page)}
                >
                  {text('deletePage')}
                </Button>
              </Row>
            </li>
          ))}
        </LineList>
      )}
      {edited && (
        <PageForm
          siteId={siteId}
          page={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={text('removePage', { name: titleOf(removed) })}
          confirmLabel={text('deletePage')}
          isDangerous
          onConfirm={async () => {
            await call('deleteSitePage', { params: { siteHost: siteId, pageId: removed.id } });
            await run(text('pageRemoved'), async () => undefined);
          }}
          onClose={() => setRemoved(null)}
        >
          {text('removePageText')}
        </ConfirmDialog>
      )}
    </Section>
  );
}
