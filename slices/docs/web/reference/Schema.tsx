import { useState } from 'react';
import { text } from '../text.ts';
import { bounds, innerOf, type JsonSchema, propertiesOf, typeWords } from './schemas.ts';

const deepestOpen = 1;

/** The fields of a JSON schema, each with its type, its bounds and what lies within. */
export function Schema({ schema, depth = 0 }: { schema: JsonSchema; depth?: number }) {
  const properties = propertiesOf(schema);
  if (properties.length === 0) {
    return (
      <p className="schema-type" dir="ltr">
        {typeWords(schema, words())} <span className="soft">{bounds(schema).join(' · ')}</span>
      </p>
    );
  }
  return (
    <ul className="schema">
      {properties.map(([name, property, isNeeded]) => (
        <Property key={name} name={name} schema={property} isNeeded={isNeeded} depth={depth} />
      ))}
    </ul>
  );
}

const words = () => ({ list: text('listOf'), oneOf: text('anyOf'), orNull: text('orNull') });

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
  const [isOpen, setOpen] = useState(depth < deepestOpen);
  const inner = innerOf(schema);
  const limits = bounds(schema);
  return (
    <li>
      <div className="schema-line" dir="ltr">
        {inner ? (
          <button
            type="button"
            className="schema-name"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {name}
          </button>
        ) : (
          <code className="schema-name">{name}</code>
        )}
        <span className="schema-type">{typeWords(schema, words())}</span>
        {isNeeded && <span className="schema-needed">{text('needed')}</span>}
        {limits.length > 0 && <span className="soft schema-bounds">{limits.join(' · ')}</span>}
      </div>
      {inner && isOpen && <Schema schema={inner} depth={depth + 1} />}
    </li>
  );
}
