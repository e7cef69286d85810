import { useState } from 'react';
import { Row, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { text } from '../text.ts';
import styles from './reference.module.css';
import { bounds, innerOf, type JsonSchema, propertiesOf, typeText } from './schemas.ts';

const maxOpenDepth = 1;

/** The fields of a JSON schema, each with its type, limits, and nested fields. */
export function Schema({ schema, depth = 0 }: { schema: JsonSchema; depth?: number }) {
  const properties = propertiesOf(schema);
  if (properties.length === 0) {
    return (
      <Text isMono size="0.78125rem" tone="brand" wrap="anywhere" dir="ltr">
        {typeText(schema, typeLabels())} <span className="soft">{bounds(schema).join(' · ')}</span>
      </Text>
    );
  }
  return (
    <Stack as="ul" className={styles.schema} gap={7}>
      {properties.map(([name, property, isNeeded]) => (
        <Property key={name} name={name} schema={property} isNeeded={isNeeded} depth={depth} />
      ))}
    </Stack>
  );
}

const typeLabels = () => ({ list: text('listOf'), oneOf: text('anyOf'), orNull: text('orNull') });

function Property({
  name,
  schema,
  isNeeded,
  depth,
}: {
  name: string;
  schema: JsonSchema;
  isNeeded: boolean;
  depth: number;
}) {
  const [isOpen, setOpen] = useState(depth < maxOpenDepth);
  const inner = innerOf(schema);
  const limits = bounds(schema);
  return (
    <li>
      <Row gap="2px 10px" align="baseline" textAlign="left" dir="ltr">
        {inner ? (
          <button
            type="button"
            className={styles.schemaName}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </button>
        ) : (
          <code className={styles.schemaName}>{name}</code>
        )}
        <Text as="span" isMono size="0.78125rem" tone="brand" wrap="anywhere">
          {typeText(schema, typeLabels())}
        </Text>
        {isNeeded && (
          <Text as="span" size="0.71875rem" tone="danger">
            {text('needed')}
          </Text>
        )}
        {limits.length > 0 && (
          <Text as="span" size="0.75rem" wrap="anywhere" tone="soft">
            {limits.join(' · ')}
          </Text>
        )}
      </Row>
      {inner && isOpen && <Schema schema={inner} depth={depth + 1} />}
    </li>
  );
}
