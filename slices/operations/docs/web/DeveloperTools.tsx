import type { ReactNode } from 'react';
import { CodeBlock } from '../../../../web/code/CodeBlock.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { GuidePart } from './Guide.tsx';
import styles from './reference/reference.module.css';
import { text } from './text.ts';
import {
  ansible,
  cloudcli,
  cloudInit,
  environment,
  libcloud,
  packer,
  type ToolContext,
  terraform,
} from './tools.ts';
import { useExampleNames } from './useExampleNames.ts';

const tools = [
  ['cloudcli', 'cloudcliText', 'cloudcli.sh', cloudcli],
  ['terraform', 'terraformText', 'main.tf', terraform],
  ['libcloud', 'libcloudText', 'servers.py', libcloud],
  ['ansible', 'ansibleText', 'servers.yml', ansible],
  ['packer', 'packerText', 'image.pkr.hcl', packer],
  ['cloudInit', 'cloudInitText', 'user-data.yml', cloudInit],
] as const;

/** Setup instructions for third-party tools, with the URLs of this portal filled in. */
export default function DeveloperTools(): ReactNode {
  const sample = useExampleNames();
  const context: ToolContext = { origin: location.origin, ...sample };
  return (
    <>
      <PageHeader title={text('toolsTitle')} detail={text('toolsDetail')} />
      <Stack className={styles.guide} gap={18} maxWidth={980}>
        <Section
          title={text('makeKey')}
          actions={
            <Link className="link" to="/keys">
              {text('makeKey')}
            </Link>
          }
        >
          <div className={styles.guidePart}>
            <p>{text('toolsKey')}</p>
            <CodeBlock label={text('toolsKey')}>{environment(context)}</CodeBlock>
            {!sample.isReal && <p className="soft">{text('toolsNoServers')}</p>}
          </div>
        </Section>
        {tools.map(([name, description, file, write]) => (
          <GuidePart
            key={name}
            title={text(name)}
            words={text(description)}
            blocks={[[file, write(context)]]}
          />
        ))}
        <Section title={text('notSupported')}>
          <p className={styles.guidePart}>{text('notSupportedText')}</p>
        </Section>
      </Stack>
    </>
  );
}
