import type { ReactNode } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Box, Grid } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import styles from './mails.module.css';
import { MailHeader } from './parts.tsx';
import { text } from './text.ts';

type Template = Answer<'listMailTemplates'>['items'][number];

export default function TemplateList(): ReactNode {
  const templates = useCall('listMailTemplates', {}, { pollMs: 60_000 });
  return (
    <>
      <MailHeader
        current="templates"
        title={text('templatesTitle')}
        detail={text('templatesDetail')}
      />
      <Section isFlush>
        {templates.isError && !templates.data ? (
          <ErrorState error={templates.error} onRetry={() => void templates.refetch()} />
        ) : !templates.data ? (
          <Grid min={220} hasLine gap="8px 24px" p="12px 18px">
            <Skeleton count={8} />
          </Grid>
        ) : (
          <Box as="ul">
            {templates.data.items.map((template) => (
              <TemplateRow key={template.kind} template={template} />
            ))}
          </Box>
        )}
      </Section>
    </>
  );
}

/** An email type: its name, and links to its text in each language. */
function TemplateRow({ template }: { template: Template }) {
  return (
    <Grid as="li" min={220} hasLine gap="8px 24px" p="12px 18px">
      <div>
        <strong>{template.title}</strong>
        <div className="soft">
          <Code>{template.kind}</Code>
        </div>
      </div>
      {template.languages.map(({ language, source, subject, hasUnused }) => (
        <Box key={language} wrap="anywhere">
          <a
            className="link"
            href={`/mails/templates/${template.kind}/${language}`}
            lang={language}
            dir="auto"
          >
            {subject}
          </a>
          <div className="soft">
            <span className={styles.templateCode}>{language}</span>{' '}
            <Badge tone={source === 'declared' ? 'neutral' : 'good'}>{text(source)}</Badge>
            {hasUnused && (
              <>
                {' '}
                <Badge tone="warning">{text('notUsed')}</Badge>
              </>
            )}
          </div>
        </Box>
      ))}
    </Grid>
  );
}
