import type { Answer } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { Link } from '../../../../web/ui/Link.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../web/ui/values/values.tsx';
import styles from './explainer.module.css';
import { text } from './text.ts';

type AccessExplanation = Answer<'explainPermission'>;

/** The result, the rule behind it, and who could change it. */
export function Explanation({ data }: { data: AccessExplanation }) {
  const { isAllowed, rule, person, operation, needed, object, grants, exceptions, whoCanChange } =
    data;
  return (
    <>
      <Section title={text('answer')}>
        <Row as="p" gap="8px 12px" align="center" mb={18} size="md" role="status">
          <Verdict isAllowed={isAllowed} isWhole={exceptions.length === 0} />
          <span>{data.text}</span>
        </Row>
        {exceptions.length > 0 && <Exceptions all={exceptions} />}
        <KeyValue
          rows={[
            [text('rule'), text(`rule_${rule}`)],
            [
              text('account'),
              <span key="account">
                <bdi>{person.email}</bdi>{' '}
                <span className="soft">
                  {text('accountOf', { role: person.roleTitle, state: person.accountState })}
                </span>
              </span>,
            ],
            [text('permission'), <Code key="permission">{operation.permission}</Code>],
            [text('roles'), operation.roles.join(', ')],
            [text('needed'), needed && text(needed)],
            [text('proof'), data.needsProof],
            [
              text('object'),
              object &&
                (object.type === 'ot.server' ? (
                  <Link className="link" to={`/servers/${object.id}`}>
                    {object.name}
                  </Link>
                ) : (
                  <bdi>{object.name}</bdi>
                )),
            ],
            [text('groups'), grants.length === 0 ? null : <Grants key="grants" grants={grants} />],
          ]}
        />
      </Section>
      <Section title={text('whoCanChange')}>
        {whoCanChange.length === 0 ? (
          <span className="soft">{text('nobody')}</span>
        ) : (
          <Stack as="ul" gap={6}>
            {whoCanChange.map(({ kind, name, how }) => (
              <li key={`${kind} ${name} ${how}`}>
                <strong>
                  <bdi>{name}</bdi>
                </strong>{' '}
                {how}
              </li>
            ))}
          </Stack>
        )}
      </Section>
    </>
  );
}

function Verdict({ isAllowed, isWhole }: { isAllowed: boolean; isWhole: boolean }) {
  if (!isAllowed) return <Badge tone="bad">{text('isNotAllowed')}</Badge>;
  return (
    <Badge tone={isWhole ? 'good' : 'warning'}>
      {text(isWhole ? 'isAllowed' : 'isAllowedInPart')}
    </Badge>
  );
}

function Exceptions({ all }: { all: readonly string[] }) {
  return (
    <Stack as="ul" className={styles.explainerExceptions} gap={6}>
      {all.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </Stack>
  );
}

function Grants({ grants }: { grants: AccessExplanation['grants'] }) {
  return (
    <Stack as="ul" gap={6}>
      {grants.map(({ groupId, name, right, isWhole }) => (
        <li key={`${groupId} ${right}`}>
          {text(isWhole ? 'groupGivesAll' : 'groupGives', { group: name, right: text(right) })}
        </li>
      ))}
    </Stack>
  );
}
