import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '..');
const visibleAttributes = [
  'label',
  'title',
  'placeholder',
  'aria-label',
  'alt',
  'description',
  'hint',
];

/** Names and examples that are the same in every language. */
const untranslated = [
  /^https?:\/\//,
  /^[\w.-]+\.(?:com|service)$/,
  /^(?:curl|JSON|uptime|Ctrl K|· VLAN|VLAN)$/,
  /^(?:ssh-ed25519|-----BEGIN|\/etc\/)/,
];

interface Node {
  type?: string;
  [key: string]: unknown;
}

/** Literal texts in the source of a component that don't come from a catalog. */
function literalTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    const node = value as Node;
    const text = node.type === 'JSXText' ? node.value : attributeText(node);
    if (typeof text === 'string') found.push(text.trim());
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return found.filter(
    (text) => /\p{L}{2,}/u.test(text) && !untranslated.some((pattern) => pattern.test(text)),
  );
}

function attributeText(node: Node): unknown {
  if (node.type !== 'JSXAttribute') return undefined;
  const { name } = node.name as { name: string };
  return visibleAttributes.includes(name) ? (node.value as Node | null)?.value : undefined;
}

it('finds literal text in elements and attributes', () => {
  const source = 'const a = <p title="Show more">Hello <b>{text("x")}</b> <kbd>Ctrl K</kbd></p>;';
  expect(literalTexts('a.tsx', source)).toEqual(['Show more', 'Hello']);
});

it('no component contains literal text', () => {
  const files = ['web', 'slices'].flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx$/.test(path) && !/\.test\.tsx$/.test(path))
      .map((path) => join(project, folder, path)),
  );
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) =>
    literalTexts(file, readFileSync(file, 'utf8')).map(
      (text) => `${file.slice(project.length + 1)}: ${text}`,
    ),
  );
  expect(found).toEqual([]);
});
