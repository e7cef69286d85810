import type { Answer } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge } from '../../../web/ui/Badge.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { Code } from '../../../web/ui/values.tsx';
import './mails.css';
import { MailHeader } from './parts.tsx';
import { text } from './text.ts';

type Template = Answer<'listMailTemplates'>['items'][number];

export default function TemplateList() {
  const templates = useCall('listMailTemplates', {}, { topics: ['mailTemplate'], pollMs: 60_000 });
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
          <div className="template-row">
            <Skeleton count={8} />
          </div>
        ) : (
          <ul className="template-list">
            {templates.data.items.map((template) => (
              <TemplateRow key={template.kind} template={template} />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

/** An email type: its name, and links to its text in each language. */
function TemplateRow({ template }: { template: Template }) {
  return (
    <li className="template-row">
      <div>
        <strong>{template.title}</strong>
        <div className="soft">
          <Code>{template.kind}</Code>
        </div>
      </div>
      {template.languages.map(({ language, source, subject, hasUnused }) => (
        <div key={language} className="template-language">
          <a
            className="link"
            href={`/mails/templates/${template.kind}/${language}`}
            lang={language}
            dir="auto"
          >
            {subject}
          </a>
          <div className="soft">
            <span className="template-code">{language}</span>{' '}
            <Badge tone={source === 'declared' ? 'neutral' : 'good'}>{text(source)}</Badge>
            {hasUnused && (
              <>
                {' '}
                <Badge tone="warning">{text('notUsed')}</Badge>
              </>
            )}
          </div>
        </div>
      ))}
    </li>
  );
}
