import { type ReactNode, useMemo } from 'react';
import { addressOf } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import { GuidePart } from './Guide.tsx';
import styles from './reference/reference.module.css';
import { text } from './text.ts';
import { useExampleNames } from './useExampleNames.ts';
import '../../../../web/table/table.css';

/** A guide to installing the command line, signing in and using it. */
export default function CommandLine(): ReactNode {
  const { origin } = location;
  const program = `${origin}${addressOf('downloadCli')}`;
  const archive = `${origin}${addressOf('downloadCliPackage')}`;
  const { datacenter, image } = useExampleNames();
  return (
    <>
      <PageHeader title={text('cliTitle')} detail={text('cliDetail')} />
      <Stack className={styles.guide} gap={18} maxWidth={980}>
        <GuidePart
          title={text('install')}
          words={text('cliDetail')}
          blocks={[
            [
              text('installOne'),
              `mkdir -p ~/.local/bin\ncurl -fsSL ${program} -o ~/.local/bin/cloud\nchmod +x ~/.local/bin/cloud`,
            ],
            [text('installNpx'), `npx ${archive} servers list`],
            [text('installNpm'), `npm install -g ${archive}`],
          ]}
        />
        <GuidePart
          title={text('signIn')}
          words={text('signInText')}
          blocks={[[text('signIn'), 'cloud login\ncloud whoami']]}
        >
          <Link className="link" to="/keys">
            {text('makeKey')}
          </Link>
        </GuidePart>
        <GuidePart
          title={text('first')}
          words={text('firstText')}
          blocks={[
            [
              text('first'),
              [
                'cloud servers list',
                '',
                `cloud servers create --name web-1 --datacenter ${datacenter} --image ${image} \\`,
                '  --cpu-type B --cores 1 --ram-mb 1024 --disks 20 --nics auto \\',
                '  --billing-mode hourly --password "$PASSWORD" --wait',
                '',
                'cloud servers stop web-1 --wait',
                'cloud servers terminate web-1 --wait',
              ].join('\n'),
            ],
          ]}
        />
        <GuidePart
          title={text('outputs')}
          words={`${text('outputsText')} ${text('exits')}`}
          blocks={[
            [
              text('outputs'),
              [
                'export CLOUD_CLIENT_ID=… CLOUD_SECRET=…',
                'cloud servers list --output json',
                'cloud servers list --all --output csv --columns name,power,ips',
                'cloud servers create --body @server.json --wait --timeout 600',
              ].join('\n'),
            ],
          ]}
        />
        <GuidePart
          title={text('profilesTitle')}
          words={text('signInText')}
          blocks={[
            [
              text('profilesTitle'),
              `cloud login --profile trials --url ${origin}\ncloud servers list --profile trials\ncloud use trials\ncloud profiles`,
            ],
          ]}
        />
        <GuidePart
          title={text('completion')}
          words={text('completionText')}
          blocks={[
            ['bash', `echo 'eval "$(cloud completion bash)"' >> ~/.bashrc`],
            [
              'zsh',
              `echo 'autoload -U compinit; compinit; eval "$(cloud completion zsh)"' >> ~/.zshrc`,
            ],
            ['fish', 'cloud completion fish > ~/.config/fish/completions/cloud.fish'],
          ]}
        />
        <Commands />
      </Stack>
    </>
  );
}

/** All commands by noun, each with a link to its operation in the reference. */
function Commands() {
  const operations = useCall('listOperations', {});
  const groups = useMemo(() => {
    const documentedCommands = (operations.data?.items ?? []).flatMap(
      ({ command, operation, summary }) =>
        command === null ? [] : [{ command, operation, summary }],
    );
    return [...Map.groupBy(documentedCommands, ({ command }) => command.split(' ')[0] ?? '')].sort(
      ([a], [b]) => a.localeCompare(b),
    );
  }, [operations.data]);
  if (groups.length === 0) return null;
  return (
    <Section title={text('commands')}>
      <div className={styles.guidePart}>
        <p>{text('commandsText')}</p>
        {groups.map(([group, commands]) => (
          <details key={group}>
            <summary dir="ltr">
              <Code>{group}</Code> <span className="soft">{commands.length}</span>
            </summary>
            <Stack as="ul" className={styles.guideCommands} gap={6} mt={4} mb={10}>
              {commands.map(({ command, operation, summary }) => (
                <li key={operation}>
                  <Link className="link" to={`/docs/${operation}`}>
                    <Code>{command}</Code>
                  </Link>
                  <span className="soft" dir="auto">
                    {summary}
                  </span>
                </li>
              ))}
            </Stack>
          </details>
        ))}
      </div>
    </Section>
  );
}
