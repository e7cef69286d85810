import { Link } from '@tanstack/react-router';
import { CodeBlock } from '../../../web/code/CodeBlock.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { GuidePart } from './Guide.tsx';
import { text } from './text.ts';
import {
  ansible,
  cloudcli,
  cloudInit,
  environment,
  libcloud,
  type Place,
  packer,
  terraform,
} from './tools.ts';
import { useSample } from './useSample.ts';

const tools = [
  ['cloudcli', 'cloudcliText', 'cloudcli.sh', cloudcli],
  ['terraform', 'terraformText', 'main.tf', terraform],
  ['libcloud', 'libcloudText', 'servers.py', libcloud],
  ['ansible', 'ansibleText', 'servers.yml', ansible],
  ['packer', 'packerText', 'image.pkr.hcl', packer],
  ['cloudInit', 'cloudInitText', 'user-data.yml', cloudInit],
] as const;

/** Set-up of the tools people bring, with the addresses of this portal filled in. */
export default function DeveloperTools() {
  const sample = useSample();
  const place: Place = { origin: location.origin, ...sample };
  return (
    <>
      <PageHeader title={text('toolsTitle')} detail={text('toolsDetail')} />
      <div className="guide">
        <Section
          title={text('makeKey')}
          actions={
            <Link className="link" to="/keys">
              {text('makeKey')}
            </Link>
          }
        >
          <div className="guide-part">
            <p>{text('toolsKey')}</p>
            <CodeBlock label={text('toolsKey')}>{environment(place)}</CodeBlock>
            {!sample.isReal && <p className="soft">{text('toolsNoServers')}</p>}
          </div>
        </Section>
        {tools.map(([name, words, file, write]) => (
          <GuidePart
            key={name}
            title={text(name)}
            words={text(words)}
            blocks={[[file, write(place)]]}
          />
        ))}
        <Section title={text('notSupported')}>
          <p className="guide-part">{text('notSupportedText')}</p>
        </Section>
      </div>
    </>
  );
}
